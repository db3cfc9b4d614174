import { joinReasons, withoutPeriod } from "../../../../provider/api/errors";
import type { Finding } from "../../report";
import { detailLines, suppressionText } from "../details";
import { shortened } from "../values";
import { oneLine, STATE_WORDS } from "../words";
import { textElement } from "./xml";

const LONGEST_PART = 500;

/** Results of a test that does not pass, worst first: a known failure outranks an unchecked resource. */
const VERDICTS = ["failure", "error", "skipped"] as const;

export type Verdict = (typeof VERDICTS)[number];

/** The worst verdict of a resource's findings; undefined if the test passes. */
export function worstOf(findings: readonly Finding[]): Verdict | undefined {
  const verdicts = findings.map(verdictOf);
  return VERDICTS.find((verdict) => verdicts.includes(verdict));
}

function verdictOf({ state, suppressed, byChoice }: Finding): Verdict {
  if (suppressed !== undefined || (state === "unchecked" && byChoice === true)) return "skipped";
  return state === "unchecked" ? "error" : "failure";
}

/** The verdict of one test, with the details of all its findings unless it was skipped. */
export function verdictElement(verdict: Verdict, findings: readonly Finding[]): string {
  const ending = findings.filter((finding) => verdictOf(finding) === verdict);
  const message = joinReasons(ending.map(messageOf));
  if (verdict === "skipped") return textElement(verdict, { message }, "");
  return textElement(
    verdict,
    { type: `drift/${ending[0]?.state}`, message },
    findings.map((finding) => detailLines(finding).join("\n")).join("\n\n"),
  );
}

function messageOf({ state, reason, properties, suppressed }: Finding): string {
  if (suppressed !== undefined) return suppressionText(suppressed);
  const paths = properties.map(({ path }) => path).join(", ");
  const why = [reason ?? "", paths].filter((part) => part !== "");
  const parts = [STATE_WORDS[state].title, ...why].map((part) => shortened(oneLine(part), LONGEST_PART));
  return parts.map((part, index) => (index < parts.length - 1 ? withoutPeriod(part) : part)).join(": ");
}
