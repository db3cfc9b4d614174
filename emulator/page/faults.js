import { change } from "./control.js";
import { byId, element } from "./dom.js";

const ANY = "/**";

/** Common faults, with one button each. */
const PRESETS = {
  "Next request: 500": { path: ANY, effect: { kind: "status", status: 500 } },
  "Next POST: no response": { method: "POST", path: ANY, effect: { kind: "lostResponse" } },
  "Next 3 requests: 429": {
    path: ANY,
    times: 3,
    effect: { kind: "status", status: 429, headers: { "Retry-After": "1" } },
  },
  "Next GET: gateway error page": { method: "GET", path: ANY, effect: { kind: "html", status: 502 } },
  "Next request: connection reset": { path: ANY, effect: { kind: "reset" } },
  "All requests: 1 s late": { path: ANY, times: "always", effect: { kind: "delay", ms: 1000 } },
};

/** Wires the buttons and the form for faults. */
export function wireFaults() {
  for (const [label, rule] of Object.entries(PRESETS)) {
    const button = element("button", { type: "button" }, label);
    button.addEventListener("click", () => add(rule));
    byId("presets").append(button);
  }
  byId("faults-clear").addEventListener("click", () => change("All faults cleared.", "DELETE", "/faults"));
  const form = byId("fault");
  form.elements.kind.addEventListener("change", () => {
    for (const label of form.querySelectorAll("[data-for]")) {
      label.hidden = !label.dataset.for.split(" ").includes(form.elements.kind.value);
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    return add(ruleIn(form.elements));
  });
}

function ruleIn({ method, path, kind, status, ms, nth, times }) {
  const [code, time] = [{ status: Number(status.value) }, { ms: Number(ms.value) }];
  const details = { status: code, html: code, delay: time, notFound: time };
  return {
    ...(method.value === "" ? {} : { method: method.value }),
    path: path.value,
    nth: Number(nth.value),
    times: times.value === "always" ? "always" : Number(times.value),
    effect: { kind: kind.value, ...details[kind.value] },
  };
}

function add(rule) {
  return change(`Fault added: ${rule.method ?? "ANY"} ${rule.path}.`, "POST", "/faults", rule);
}
