import { byId, setText } from "./dom.js";

const NOTICE_MS = 6_000;
const LONGEST_WAIT_MS = 10_000;

let afterwards = () => undefined;
let noticeEnds;

/** Sets a function to call after every change. */
export function afterChange(act) {
  afterwards = act;
}

/** Sends a request to the control API, and returns the response body. */
export async function send(method, path, body) {
  const response = await fetch(`/_emulator${path}`, {
    method,
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const reasons = answer.errors.map(({ field, reason }) => (field === undefined ? reason : `${field}: ${reason}`));
  throw new Error(reasons.join("; "));
}

/** Sends a change, and shows its result and the new state. Returns whether it succeeded. */
export async function change(done, method, path, body) {
  try {
    await send(method, path, body);
    notify(done);
    return true;
  } catch (error) {
    notify(error.message, "bad");
    return false;
  } finally {
    afterwards();
  }
}

function notify(text, tone = "ok") {
  const notice = byId("notice");
  setText(notice, text);
  notice.dataset.tone = tone;
  clearTimeout(noticeEnds);
  noticeEnds = setTimeout(() => setText(notice, ""), NOTICE_MS);
}
