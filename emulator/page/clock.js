import { change } from "./control.js";
import { byId, setText } from "./dom.js";
import { duration } from "./words.js";

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });

let untilNextMs;

/** Shows the emulated time, the clock mode, and the time until the next job step. */
export function showClock({ mode, scale, now, nextDue }) {
  const time = byId("time");
  setText(time, now.slice(11, 19));
  time.dateTime = now;
  setText(byId("date"), `${DATE.format(new Date(now))}, UTC`);
  setText(
    byId("mode"),
    mode === "stepped" ? "stepped: advances on request" : scale === 1 ? "real time" : `real time × ${scale}`,
  );
  untilNextMs = nextDue === null ? undefined : Math.max(0, Date.parse(nextDue) - Date.parse(now));
  const next = byId("next");
  next.disabled = untilNextMs === undefined;
  setText(next, `Skip to the next step${untilNextMs === undefined ? "" : `, ${duration(untilNextMs)}`}`);
}

/** Wires the controls that advance the clock. */
export function wireClock() {
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => advance(Number(button.dataset.step)));
  }
  byId("next").addEventListener("click", () => advance(untilNextMs ?? 0));
  byId("step").addEventListener("submit", (event) => {
    event.preventDefault();
    const { amount, unit } = event.target.elements;
    return advance(Math.round(Number(amount.value) * Number(unit.value)));
  });
}

function advance(ms) {
  return change(`Advanced the clock by ${duration(ms)}.`, "POST", "/clock/advance", { ms });
}
