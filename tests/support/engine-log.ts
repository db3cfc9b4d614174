import type { EngineLog } from "../../provider/plugin/engine-log";
import type { FrontEndOptions } from "./front-end";

/** The display of the engine, as a list of messages. */
export function engineLog(say: FrontEndOptions["say"]): EngineLog {
  return {
    progress: (urn, message) => say("progress", urn, message),
    clear: (urn) => Promise.resolve(say("clear", urn, "")),
    info: (urn, message) => say("info", urn, message),
    warn: (urn, message) => say("warn", urn, message),
    arrived: () => Promise.resolve(),
  };
}
