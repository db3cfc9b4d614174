import { ownOutputs } from "../../provider/definition/outputs";
import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { diff, planChanges, describePlan, throwIfRejected } from "../../provider/lifecycle/object/plan";
import { liveState } from "../../provider/lifecycle/state";
import { unchangedOutputs } from "../../provider/lifecycle/state/replacement";
import { domain } from "../../provider/resources/domain";
import { instance } from "../../provider/resources/instance";
import { definitionOf, objects } from "../../provider/resources/registry";

const definition = definitionOf("Instance");

/** Each change in short: `PUT: tags`, `shutdown, password, boot: rootPass`. */
function planned(args: Values, status: string): string[] {
  const plan = planChanges({ definition, args }, Object.keys(args), { status });
  return plan.map(
    ({ names, steps }) => `${steps ? steps.map(({ action }) => action).join(", ") : "PUT"}: ${names.join(", ")}`,
  );
}

const ANOTHER = { rootPass: "another-horse-2" };
const BIGGER = { type: "g6-standard-1" };
const MONDAY = { backups: { schedule: { day: "Monday" } } };

test.each<[string, Values, string, readonly string[]]>([
  ["one PUT carries all the inputs it can", { label: "web", tags: ["blue"] }, "running", ["PUT: label, tags"]],
  ["a running instance is shut down for its password", ANOTHER, "running", ["shutdown, password, boot: rootPass"]],
  [
    "backups are enabled before the PUT that sets their schedule",
    { ...MONDAY, backupsEnabled: true },
    "running",
    ["backups/enable: backupsEnabled", "PUT: backups"],
  ],
  [
    "a boot comes last",
    { booted: true, interfaces: [], ...BIGGER },
    "offline",
    ["configs/{configId}: interfaces", "resize: type", "boot: booted"],
  ],
  [
    "an instance that the update shuts down is not restarted",
    { booted: false, interfaces: [], ...ANOTHER },
    "running",
    ["shutdown: booted", "configs/{configId}: interfaces", "password: rootPass"],
  ],
])("%s", (_, args, status, plan) => {
  expect(planned(args, status)).toEqual(plan);
});

test("rejects an impossible change before sending anything", () => {
  const args = { tags: ["blue"], privateIp: false };
  expect(() => throwIfRejected({ definition, args }, ["tags", "privateIp"])).toThrow(/^privateIp cannot be changed: /);
});

test("doesn't print a change that needs no request while the instance is offline", () => {
  const args = { configId: 5, booted: true };
  const plan = (names: readonly string[]) =>
    describePlan(planChanges({ definition, args }, names, { status: "offline" }));
  expect(plan(["configId"])).toBeUndefined();
  expect(plan(Object.keys(args))).toBe("Requests, in this order: POST boot (booted)");
});

test.each<[string, Values, Values, number]>([
  ["warns while the import option stays", { region: UNKNOWN }, { importStays: true }, 1],
  ["doesn't warn without the import option", { region: UNKNOWN }, {}, 0],
  ["doesn't warn if another input replaces anyway", { region: UNKNOWN, image: "b" }, { importStays: true }, 0],
])("an unknown input that would force a replacement %s", (_, args, options, count) => {
  const state = { region: "us-east", image: "a" };
  const { notices } = diff({ definition, args: { ...state, ...args, __options: options } }, { id: "1", state });
  expect(notices.filter((notice) => notice.startsWith("region: not known yet"))).toHaveLength(count);
});

test("prints a plan as requests with the properties that need them, but not a single PUT", () => {
  const args = { tags: ["blue"], label: "web", ...ANOTHER, interfaces: [] };
  const plan = (names: readonly string[]) => planChanges({ definition, args }, names, { status: "running" });
  expect(describePlan(plan(["tags", "label"]))).toBeUndefined();
  expect(describePlan(plan([]))).toBeUndefined();
  expect(describePlan(plan(["tags", "rootPass"]), ["booted"])).toBe(
    "Requests, in this order: PUT (tags); POST shutdown, POST password, POST boot (rootPass); not known yet: booted",
  );
  expect(describePlan(plan(Object.keys(args)))).toBe(
    "Requests, in this order: PUT (tags, label); POST shutdown, POST password, POST boot (rootPass); PUT configs, POST reboot (interfaces)",
  );
});

const ARGS = { region: "us-east", type: "g6-nanode-1", label: "web", tags: ["blue"] };
const LIVE = { ...ARGS, id: 1, ipv4: ["192.0.2.1"], specs: { vcpus: 1 }, status: "running" };

const staying = (args: Values): string[] =>
  Object.keys(unchangedOutputs(instance, liveState(instance, LIVE, {}), args));
const ALL: readonly string[] = ["ipv4", "publicIpv4", "specs", "label", "tags", "privateIp"];

test.each<[string, Values, readonly string[]]>([
  ["no change", {}, []],
  ["another tag", { tags: ["green"] }, ["tags"]],
  ["an unknown tag", { tags: [UNKNOWN] }, ["tags"]],
  ["no tags", { tags: undefined }, ["tags"]],
  ["another label", { label: "mail" }, ["label"]],
  ["another plan", { type: "g6-standard-1" }, ["specs"]],
  ["an unknown plan", { type: UNKNOWN }, ["specs"]],
  ["a private address", { privateIp: true }, ["ipv4", "privateIp"]],
  ["an unknown private address", { privateIp: UNKNOWN }, ["ipv4", "privateIp"]],
  ["interfaces, which the API never returns", { interfaces: [] }, []],
  ["an unknown value that may replace the resource", { region: UNKNOWN }, ALL],
  ["another plan, in ignoreChanges", { type: "g6-standard-1", __options: { ignoreChanges: ["type"] } }, []],
])("%s may change only the outputs that depend on it", (_, change, moved) => {
  expect(staying({ ...ARGS, ...change })).toEqual(ALL.filter((name) => !moved.includes(name)));
});

test("an input that was never declared keeps the value that the API chose", () => {
  const args = { domain: "a.example", type: "master", soaEmail: "b@a.example" };
  const live = { ...args, id: 1, soaEmail: "a@a.example", refreshSec: 0, tags: ["by hand"] };
  expect(unchangedOutputs(domain, liveState(domain, live, {}), args)).toEqual({ refreshSec: 0 });
});

const outputs = objects.flatMap(({ kind, args, outputs: { from, movedBy = {} } }) => {
  const own = ownOutputs({ from }).map(([output]) => output);
  const moved = Object.keys(movedBy).filter((output) => !(output in from));
  return [...own, ...moved].map((output) => ({ kind, output, movers: movedBy[output], args }));
});

test.each(outputs)("$kind: $output declares which inputs may change it", ({ kind, output, movers, args }) => {
  if (["status", "updated"].includes(output) && !(output in args)) return expect(movers).toBeUndefined();
  expect(Object.keys(args)).toEqual(expect.arrayContaining([...(movers ?? [`none is declared for ${kind}`])]));
  return undefined;
});
