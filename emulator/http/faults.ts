import type { FaultEffect, FaultPhase, FaultReport, FaultRule } from "../public-types";
import { Problems } from "../interface/errors";
import type { JsonObject } from "../json";
import { isObject } from "../json";
import { integer, object, oneOf, parse, requireFields, text } from "../interface/validation";
import { matchesPath } from "./path-pattern";

/** A fault that affects the current request. */
export interface Strike {
  readonly rule: number;
  readonly phase: FaultPhase;
  readonly effect: FaultEffect;
}

const KINDS = [
  ...(["status", "delay", "reset", "truncate", "html", "lostResponse", "contentType", "headers"] as const),
  ...(["notFound", "stale"] as const),
];

/** The valid phases of each effect; the first is the default. */
const PHASES: { readonly [K in FaultEffect["kind"]]: readonly FaultPhase[] } = {
  status: ["before", "after"],
  delay: ["before", "after", "during"],
  reset: ["before", "after", "during"],
  truncate: ["during"],
  html: ["before", "after"],
  lostResponse: ["after"],
  contentType: ["after"],
  headers: ["after"],
  notFound: ["before"],
  stale: ["before"],
};

/** Scripted faults. Which requests they affect depends only on the rules, never on chance. */
export class Faults {
  private rules: FaultReport[] = [];
  private nextId = 1;
  /** When each notFound rule stops, in emulated milliseconds since 1970. */
  private readonly ends = new Map<number, number>();

  /** @param now the emulated time */
  constructor(private readonly now: () => number) {}

  /**
   * Adds a rule and returns its ID.
   * @throws ErrorResponse 400 for an invalid rule.
   */
  add(rule: FaultRule): number {
    checkRule(rule);
    const id = this.nextId++;
    this.rules.push({ ...structuredClone(rule), id, matched: 0, fired: 0 });
    return id;
  }

  list(): FaultReport[] {
    return this.rules.map((rule) => ({ ...rule }));
  }

  clear(): void {
    this.rules = [];
  }

  /** Counts a request for every matching rule, and returns the fault of the first rule that is due. */
  take(method: string, segments: readonly string[]): Strike | undefined {
    let strike: Strike | undefined;
    for (const rule of this.rules) {
      if (rule.method !== undefined && rule.method.toUpperCase() !== method) continue;
      if (!matchesPath(rule.path, segments) || (rule.effect.kind === "stale" && method !== "GET")) continue;
      rule.matched += 1;
      if (strike !== undefined || !this.isDue(rule)) continue;
      rule.fired += 1;
      strike = { rule: rule.id, phase: rule.phase ?? PHASES[rule.effect.kind][0] ?? "before", effect: rule.effect };
    }
    return strike;
  }

  private isDue(rule: FaultReport): boolean {
    const first = rule.nth ?? 1;
    if (rule.matched < first) return false;
    if (rule.effect.kind === "notFound") {
      const end = this.ends.get(rule.id) ?? this.now() + rule.effect.ms;
      this.ends.set(rule.id, end);
      return this.now() < end;
    }
    return rule.times === "always" || rule.matched < first + (rule.times ?? 1);
  }
}

function checkRule(rule: unknown): void {
  const problems = new Problems();
  const body = isObject(rule) ? rule : {};
  requireFields(["path", "effect"], body, problems);
  parse(
    {
      method: text(1, 20),
      path: text(1, 1000),
      nth: integer(1),
      phase: oneOf("before", "after", "during"),
      effect: object({
        kind: oneOf(...KINDS),
        ms: integer(0),
        status: integer(200, 599),
        value: text(),
        writes: integer(1),
      }),
    },
    body,
    problems,
  );
  if (body["times"] !== undefined && body["times"] !== "always") parse({ times: integer(1) }, body, problems);
  if (isObject(body["effect"])) checkEffect(body["effect"], body["phase"], problems);
  problems.throwIfAny();
}

function checkEffect(effect: JsonObject, phase: unknown, problems: Problems): void {
  const kind = KINDS.find((known) => known === effect["kind"]);
  if (kind === undefined) return problems.has("effect.kind") ? undefined : problems.add("effect.kind", "is required");
  const needs = {
    status: "status",
    html: "status",
    delay: "ms",
    notFound: "ms",
    contentType: "value",
    headers: "headers",
  } as const;
  const needed = kind in needs ? needs[kind as keyof typeof needs] : undefined;
  if (needed !== undefined && effect[needed] === undefined) problems.add(`effect.${needed}`, `${needed} is required`);
  const { headers } = effect;
  if (headers !== undefined && !(isObject(headers) && Object.entries(headers).every(isHeader))) {
    problems.add("effect.headers", "Must be an object of header names and values");
  }
  if (phase !== undefined && !PHASES[kind].some((possible) => possible === phase)) {
    problems.add("phase", `Must be ${PHASES[kind].join(" or ")} for ${kind}`);
  }
}

function isHeader([name, value]: [string, unknown]): boolean {
  return /^[A-Za-z0-9-]+$/.test(name) && typeof value === "string" && /^[\x20-\x7e]*$/.test(value);
}
