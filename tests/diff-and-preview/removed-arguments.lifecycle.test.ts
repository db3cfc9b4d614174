import { readFileSync } from "node:fs";
import path from "node:path";
import type { Values } from "../../provider/definition/values";
import { definitionOf, kinds, objects } from "../../provider/resources/registry";
import { specimenOf } from "../kinds";
import type { Needs } from "../kinds/specimen";
import { Deployment } from "../support/deployment";
import { foreseen } from "../support/foreseen";
import { messageOf } from "../support/programs";
import { useService } from "../support/service";
import type { Service } from "../support/service";

const without = (args: Values, name: string): Values =>
  Object.fromEntries(Object.entries(args).filter(([one]) => one !== name));

/** Values of inputs that a check replaces with others, so that no variant has them. */
const CHECKED_AWAY: Readonly<Record<string, Values>> = { DomainRecordSet: { zoneFile: "www 300 AAAA 2001:db8::1" } };

/**
 * The inputs of each life, the fewest first; those of an action or a set are the required ones.
 * @param made what they need, which is created when it is needed first
 */
async function* programsOf(service: Service, kind: string, made = new Map<Needs, Values>()): AsyncGenerator<Values> {
  const { lives, otherLives, variants, needs } = specimenOf(kind);
  const args = variants[0].args;
  const required = Object.keys(args).filter((name) => definitionOf(kind).args[name]?.required !== undefined);
  const first = { args: Object.fromEntries(required.map((name) => [name, args[name]])), needs };
  const size = (program: { readonly args: Values }): number => Object.keys(program.args).length;
  const programs =
    lives.length === 0
      ? [first, { args: { ...first.args, ...CHECKED_AWAY[kind] }, needs }]
      : [...lives, ...otherLives].sort((a, b) => size(a) - size(b));
  for (const program of programs) {
    if (!made.has(program.needs)) made.set(program.needs, await program.needs(service));
    yield { ...program.args, ...made.get(program.needs) };
  }
}

/** Valid inputs that include this one, with the value of a life if one has it, and are valid without it if it may be removed. */
async function programWith(service: Service, kind: string, name: string, mayGo: boolean): Promise<Values> {
  const isValid = async (args: Values) => (await new Deployment(service, kind).refusals(args)).length === 0;
  const isFit = async (args: Values) => (await isValid(args)) && (!mayGo || (await isValid(without(args, name))));
  const made = new Map<Needs, Values>();
  for await (const args of programsOf(service, kind, made)) if (name in args && (await isFit(args))) return args;
  const value = CHECKED_AWAY[kind]?.[name] ?? specimenOf(kind).variants.find(({ args }) => name in args)?.args[name];
  for await (const args of programsOf(service, kind, made)) {
    const given = { ...args, [name]: value };
    if (await isFit(given)) return given;
  }
  throw new Error(`${kind} has no life in its specimen that can have ${name}, and do without it: add one`);
}

/** What docs/reference/removed-inputs.md states about the removal of an input. */
interface Row {
  readonly kind: string;
  readonly name: string;
  /** As worded on the page. */
  readonly effect: string;
  /** What requires the input, so that its removal is rejected there. */
  readonly neededBy: string | undefined;
}

const whole = useService();
const documented = useService({ documentedOnly: true });

/** Inputs that are optional according to the documents only. */
const NEEDED_IN_FACT = ["DomainRecord.service"];
const serviceFor = (kind: string, name: string): Service =>
  NEEDED_IN_FACT.includes(`${kind}.${name}`) ? documented : whole;
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** With member names as they are sent. */
function asSent(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), member as unknown]));
}

const page = readFileSync(path.resolve(__dirname, "..", "..", "docs", "reference", "removed-inputs.md"), "utf8");
const rows: Row[] = page.split("\n## ").flatMap((section) => {
  const [, kind = ""] = /^\[(\w+)\]/.exec(section) ?? [];
  return [...section.matchAll(/^\| `(\w+)` \| ([^;|]+?)(?:; rejected where (.+) requires it)? \|$/gm)].map(
    ([, name = "", effect = "", neededBy]) => ({ kind, name, effect, neededBy }),
  );
});

test("the page lists every optional input of every resource type", () => {
  const all = kinds.flatMap(({ kind, args }) =>
    Object.entries(args).flatMap(([name, { required }]) => (required === true ? [] : [`${kind}.${name}`])),
  );
  expect(rows.map(({ kind, name }) => `${kind}.${name}`).sort()).toEqual(all.sort());
});

test.each(rows)("$kind: removing $name $effect; outputs match the preview, also when it is added back", async (row) => {
  const { kind, name } = row;
  const service = serviceFor(kind, name);
  const args = await programWith(service, kind, name, !row.effect.startsWith("is rejected"));
  const deployment = new Deployment(service, kind);
  await deployment.up(args);
  await expectEffect(row, deployment, args);
  const definition = objects.find((one) => one.kind === kind);
  const staying = definition && (await foreseen(service, definition, { deployment, args }));
  if (!staying) return;
  expect(await deployment.up(args)).toBe("update");
  expect(deployment.recorded().outputs).toMatchObject(staying);
});

async function expectEffect({ kind, name, effect }: Row, deployment: Deployment, args: Values): Promise<void> {
  const service = serviceFor(kind, name);
  const { [name]: given, ...left } = args;
  const definition = objects.find((one) => one.kind === kind);
  const staying = definition && (await foreseen(service, definition, { deployment, args: left }));
  const { id, outputs } = deployment.recorded();
  service.forget();
  if (effect.startsWith("is rejected")) {
    expect(await messageOf(deployment.up(left))).toMatch(new RegExp(`\\b${name}\\b`));
    expect(service.requests()).toEqual([]);
    return;
  }
  // An action that runs again is named by its time.
  service.clock.advance(1000);
  const step = await deployment.up(left);
  const now = deployment.recorded();
  if (effect.startsWith("replaces") || effect === "runs it again") {
    expect(step).toBe("replace");
    expect(now.id).not.toBe(id);
    return;
  }
  expect(now.id).toBe(id);
  if (staying) {
    expect(step).toBe("update");
    expect(now.outputs).toMatchObject(staying);
  }
  if (effect === "generates one") {
    expect(now.outputs[name]).not.toBe(given);
    expect(sentAs(service, name)).toEqual([now.outputs[name]]);
    return;
  }
  if (effect.startsWith("sends the defaults")) {
    // The value of a new resource.
    const fresh = new Deployment(service, kind, "fresh");
    await fresh.up(left);
    expect(step).toBe("update");
    expect(now.outputs[name]).toEqual(fresh.recorded().outputs[name]);
    expect(now.outputs[name]).not.toEqual(outputs[name]);
    return;
  }
  const [, json] = /^sends `(.*)`$/.exec(effect) ?? [];
  expect(sentAs(service, name)).toEqual(json === undefined ? [] : [asSent(JSON.parse(json))]);
  if (json !== undefined) return;
  if (effect === "removes its records") {
    expect(new Set(service.writes().map((write) => write.split(" ")[0]))).toEqual(new Set(["DELETE"]));
    return;
  }
  if (effect.startsWith("sends nothing by itself")) {
    expect(service.writes()).toEqual([]);
    return;
  }
  expect(["changes nothing", "keeps the value, sends nothing"]).toContain(effect);
  expect(service.writes()).toEqual([]);
  if (outputs[name] !== undefined && !isWriteOnly(kind, name)) expect(now.outputs[name]).toEqual(outputs[name]);
}

const withDefaults = rows.filter(({ effect }) => effect.includes("unless it is `"));

test.each(withDefaults)(
  "$kind: removing $name $effect, in which case it is no change",
  async ({ kind, name, effect }) => {
    const [, json = ""] = /`(.*)`$/.exec(effect) ?? [];
    const { [name]: _other, ...left } = await programWith(whole, kind, name, true);
    const deployment = new Deployment(whole, kind);
    await deployment.up({ ...left, [name]: JSON.parse(json) as unknown });
    expect(await deployment.up(left)).toBe("same");
  },
);

const needed = rows.filter(({ neededBy }) => neededBy !== undefined);

test.each(needed)("$kind: preview rejects removing $name where $neededBy requires it", async ({ kind, name }) => {
  for await (const args of programsOf(whole, kind)) {
    if (!(name in args)) continue;
    const refusals = await new Deployment(whole, kind).refusals(without(args, name));
    if (refusals.length === 0) continue;
    const deployment = new Deployment(whole, kind);
    await deployment.up(args);
    whole.forget();
    expect(await messageOf(deployment.preview(without(args, name)))).toContain(`${name}: `);
    return void expect(whole.requests()).toEqual([]);
  }
  throw new Error(`${kind} has no life in its specimen that requires ${name}: add one`);
});

/** The values that requests sent in the input's field. */
function sentAs(service: Service, name: string): unknown[] {
  return service.requests().flatMap(({ method, requestBody }) => {
    const body = (requestBody ?? {}) as Values;
    return method !== "GET" && snake(name) in body ? [body[snake(name)]] : [];
  });
}

function isWriteOnly(kind: string, name: string): boolean {
  return objects.some((definition) => definition.kind === kind && definition.args[name]?.writeOnly === true);
}
