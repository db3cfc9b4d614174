import type { Finding } from "../../report";
import { detailLines, suppressionText } from "../details";
import { locationOf } from "./location";
import type { ResultState } from "./rules";
import { levelOf, RESULT_STATES, ruleId } from "./rules";

/** A finding as a result. Both fingerprints identify the finding across scans. */
export function resultOf(finding: Finding & { readonly state: ResultState }) {
  const { state, fingerprint, kind, id, account, resource, suppressed } = finding;
  return {
    ruleId: ruleId(state),
    ruleIndex: RESULT_STATES.indexOf(state),
    level: levelOf(state),
    message: { text: messageText(detailLines(finding).join("\n")) },
    locations: [locationOf(finding)],
    partialFingerprints: { "drift/v1": fingerprint, primaryLocationLineHash: fingerprint },
    ...(suppressed === undefined
      ? {}
      : { suppressions: [{ kind: "external", status: "accepted", justification: suppressionText(suppressed) }] }),
    properties: { kind, id, account, ...(resource === undefined ? {} : { stack: resource.stack }) },
  };
}

/** An unchecked finding: a note if it is suppressed or `byChoice`, otherwise an error. */
export function notificationOf(finding: Finding) {
  const { byChoice, suppressed } = finding;
  const isIntended = byChoice === true || suppressed !== undefined;
  const lines = [...detailLines(finding), ...(suppressed === undefined ? [] : [suppressionText(suppressed)])];
  return {
    descriptor: { id: ruleId("unchecked"), index: 0 },
    level: isIntended ? "note" : levelOf("unchecked"),
    message: { text: messageText(lines.join("\n")) },
    locations: [locationOf(finding)],
  };
}

/** Escapes links and placeholders, which viewers would otherwise interpret. */
export function messageText(text: string): string {
  return text.replaceAll("](", "\\](").replace(/\{(\d+)\}/g, "{{$1}}");
}
