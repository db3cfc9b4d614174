import { ownOutputs } from "../../provider/definition/outputs";
import type { Values } from "../../provider/definition/values";
import { liveState } from "../../provider/lifecycle/state";
import { unchangedOutputs } from "../../provider/lifecycle/state/replacement";
import { domain } from "../../provider/resources/domain";
import { instance } from "../../provider/resources/instance";
import { objects } from "../../provider/resources/registry";
import { UNKNOWN } from "../../provider/definition/values";

const LIVE = {
  id: 1,
  region: "us-east",
  type: "g6-nanode-1",
  label: "web",
  tags: ["blue"],
  ipv4: ["192.0.2.1"],
  specs: { vcpus: 1 },
  status: "running",
};
const ARGS = { region: "us-east", type: "g6-nanode-1", label: "web", tags: ["blue"] };

const staying = (args: Values): string[] =>
  Object.keys(unchangedOutputs(instance, liveState(instance, LIVE, {}), args));
const ALL: readonly string[] = ["ipv4", "specs", "label", "tags", "privateIp"];

test("without changes, every output that can stay the same does", () => {
  expect(staying(ARGS)).toEqual(ALL);
});

test.each<[string, Values, readonly string[]]>([
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
  const live = {
    id: 1,
    domain: "a.example",
    type: "master",
    soaEmail: "a@a.example",
    refreshSec: 0,
    tags: ["by hand"],
  };
  const args = { domain: "a.example", type: "master", soaEmail: "b@a.example" };
  expect(unchangedOutputs(domain, liveState(domain, live, {}), args)).toEqual({ refreshSec: 0 });
});

const outputs = objects.flatMap(({ kind, args, outputs: { from, movedBy = {} } }) => [
  ...ownOutputs({ from })
    .map(([output]) => output)
    .map((output) => ({ kind, output, movers: movedBy[output], args })),
  ...Object.keys(movedBy).flatMap((output) =>
    output in from ? [] : [{ kind, output, movers: movedBy[output], args }],
  ),
]);

test.each(outputs)("$kind: $output declares which inputs may change it", ({ kind, output, movers, args }) => {
  if (["status", "updated"].includes(output) && !(output in args)) return expect(movers).toBeUndefined();
  expect(Object.keys(args)).toEqual(expect.arrayContaining([...(movers ?? [`none is declared for ${kind}`])]));
  return undefined;
});
