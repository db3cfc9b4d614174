import { showFaults, showJobs, showRequests } from "./activity.js";
import { showClock, wireClock } from "./clock.js";
import { afterChange, send } from "./control.js";
import { byId, setText } from "./dom.js";
import { wireFaults } from "./faults.js";
import { showResources } from "./resources.js";

const POLL_MS = 1_000;
const TYPING_MS = 150;

const find = byId("find");
let timer;
let turn = 0;

/** Fetches and shows the state, and repeats this every second while the page is visible. Ignores responses to earlier requests. */
async function look() {
  clearTimeout(timer);
  const mine = ++turn;
  const wanted = find.value.trim();
  try {
    const state = await send("GET", `/state?find=${encodeURIComponent(wanted)}`);
    if (mine === turn) show(state, wanted);
  } catch {
    if (mine === turn) byId("lost").hidden = false;
  }
  if (mine === turn && !document.hidden) timer = setTimeout(look, POLL_MS);
}

function show(state, wanted) {
  byId("lost").hidden = true;
  setText(byId("brand"), state.brand);
  setText(byId("address"), `${location.origin}/v4`);
  setText(byId("example"), exampleFor(state.brand));
  document.title = `${state.brand} emulator, port ${location.port}`;
  showClock(state.clock);
  showResources(state.resources, wanted);
  showJobs(state.jobs, state.clock.jobs);
  showFaults(state.faults);
  showRequests(state.requests);
}

function exampleFor(brand) {
  const body = { region: "us-east", type: "g6-nanode-1", image: `${brand}/debian11`, root_pass: "correct horse" };
  const json = JSON.stringify(body, undefined, 2).replaceAll(/\n */g, " ");
  return [
    `curl ${location.origin}/v4/${brand}/instances \\`,
    `  -H "Authorization: Bearer emulator-token" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${json.replace(/, (?="image)/, ",\n       ")}'`,
  ].join("\n");
}

afterChange(look);
wireClock();
wireFaults();
find.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, TYPING_MS);
});
document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : look()));
look();
