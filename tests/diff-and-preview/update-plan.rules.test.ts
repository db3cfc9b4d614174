import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { diff } from "../../provider/lifecycle/object/diff";
import { planChanges, describePlan, throwIfRejected } from "../../provider/lifecycle/object/plan";
import { definitionOf } from "../../provider/resources/registry";

const definition = definitionOf("Instance");

/** Each change in short: `PUT: tags`, `shutdown, password, boot: rootPass`. */
function planned(args: Values, status: string): string[] {
  const plan = planChanges({ definition, args }, Object.keys(args), { status });
  return plan.map(
    ({ names, steps }) => `${steps ? steps.map(({ action }) => action).join(", ") : "PUT"}: ${names.join(", ")}`,
  );
}

test.each<[string, Values, string, readonly string[]]>([
  ["one PUT carries all the inputs it can", { label: "web", tags: ["blue"] }, "running", ["PUT: label, tags"]],
  [
    "backups are enabled before the PUT that sets their schedule",
    { backups: { schedule: { day: "Monday" } }, backupsEnabled: true },
    "running",
    ["backups/enable: backupsEnabled", "PUT: backups"],
  ],
  [
    "a boot comes last",
    { booted: true, interfaces: [], type: "g6-standard-1" },
    "offline",
    ["configs: interfaces", "resize: type", "boot: booted"],
  ],
  [
    "an instance that the update shuts down is not restarted",
    { booted: false, interfaces: [], rootPass: "another-horse-2" },
    "running",
    ["shutdown: booted", "configs: interfaces", "password: rootPass"],
  ],
  [
    "a running instance is shut down for its password",
    { rootPass: "another-horse-2" },
    "running",
    ["shutdown, password, boot: rootPass"],
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
  expect(describePlan(planChanges({ definition, args }, ["configId"], { status: "offline" }))).toBeUndefined();
  expect(describePlan(planChanges({ definition, args }, Object.keys(args), { status: "offline" }))).toBe(
    "Requests, in this order: POST boot (booted)",
  );
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
  const args = { tags: ["blue"], label: "web", rootPass: "another-horse-2", interfaces: [] };
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
