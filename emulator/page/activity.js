import { byId, element, renderList, setText } from "./dom.js";
import { outlook } from "./row.js";
import { duration } from "./words.js";

/** Shows jobs in progress, and the number of all jobs. */
export function showJobs(jobs, count) {
  byId("jobs-none").hidden = jobs.length > 0;
  setText(byId("jobs-count"), count === 0 ? "" : count.toLocaleString("en"));
  renderList(
    byId("jobs"),
    jobs,
    ({ id }) => id,
    () => {
      const what = element("span", { class: "what" });
      const subject = element("span", { class: "subject" });
      const when = element("span", { class: "when" });
      const update = (job) => {
        setText(what, job.title ?? job.subject);
        setText(subject, `${job.action} · ${job.subject.replace(/\/(?=\d+$)/, " ")}`);
        setText(when, outlook(job));
      };
      return { node: element("li", { class: "job" }, element("span", {}, what, subject), when), update };
    },
  );
}

/** Shows the fault rules and their states. */
export function showFaults(faults) {
  byId("faults-none").hidden = faults.length > 0;
  byId("faults-clear").disabled = faults.length === 0;
  setText(byId("faults-count"), faults.length === 0 ? "" : String(faults.length));
  renderList(
    byId("faults"),
    faults,
    ({ id }) => id,
    ({ id, method, path, ...rule }) => {
      const state = element("span", { class: "status tinted" });
      const what = element("code", { class: "what" }, `${method ?? "ANY"} ${path}`);
      const subject = element("span", { class: "subject" });
      const update = (fault) => {
        const [word, tone] = stateOf(fault);
        setText(state, word);
        state.dataset.tone = tone;
        setText(subject, `fault ${id} ${effectOf(rule)} · matched ${fault.matched}, hit ${fault.fired}`);
      };
      const node = element("li", { class: "fault", "data-id": id }, element("span", {}, what, subject), state);
      return { node, update };
    },
  );
}

export function showRequests({ total, latest }) {
  byId("requests-none").hidden = latest.length > 0;
  setText(byId("requests-count"), total === 0 ? "" : total.toLocaleString("en"));
  renderList(
    byId("requests"),
    latest,
    ({ n }) => n,
    ({ at, method, target, fault }) => {
      const status = element("span", { class: "code" });
      const path = element("span", { class: "path", title: target }, ...breakable(target));
      const node = element("li", { class: "request" });
      node.append(element("time", {}, at.slice(11)), element("span", { class: "method" }, method), path, status);
      if (fault !== null) node.append(element("span", { class: "mark tinted", "data-tone": "bad" }, `fault ${fault}`));
      const update = (request) => {
        setText(status, request.status === 0 ? "none" : String(request.status));
        status.dataset.tone = toneOf(request.status);
      };
      return { node, update };
    },
  );
}

/** A path that wraps between its segments rather than inside of them. */
function breakable(target) {
  return target.split(/(?<=[/?&])(?!$)/).flatMap((part) => [part, element("wbr")]);
}

function effectOf({ effect, number, nth, times }) {
  const texts = {
    status: `returns ${number}`,
    html: `returns an HTML page, ${number}`,
    reset: "resets the connection",
    lostResponse: "commits, drops the response",
    delay: `delays by ${duration(number ?? 0)}`,
    truncate: "truncates the response",
    contentType: "replaces the content type",
    headers: "replaces headers",
    stale: "returns stale data",
    notFound: `returns 404 for ${duration(number ?? 0)}`,
  };
  const from = nth === 1 ? "" : ` from match ${nth}`;
  return `${texts[effect]}${times === "always" ? " always" : times === 1 ? "" : ` ${times} times`}${from}`;
}

function stateOf({ matched, fired, nth, times }) {
  if (times !== "always" && matched >= nth + times - 1) return ["fired", "off"];
  return fired > 0 ? ["firing", "bad"] : ["active", "warn"];
}

function toneOf(status) {
  if (status === 0) return "bad";
  return status >= 500 ? "bad" : status >= 400 ? "warn" : "ok";
}
