import type { FoundResource } from "../../cli/adopt/found";
import { nameAll } from "../../cli/adopt/names";
import { relate } from "../../cli/adopt/terraform/former";
import type { FormerResource, TerraformState } from "../../cli/adopt/terraform/former";
import { readTerraform } from "../../cli/adopt/terraform/read";
import { removal } from "../../cli/adopt/terraform/removal";
import { parseTerraformState } from "../../cli/adopt/terraform/state";
import type { Values } from "../../provider/definition/values";
import { plainSpecimens } from "../kinds";
import { temporaryFolder } from "../support/temporary-folder";
import { stateFile } from "../support/terraform-state";
import type { StateInstance } from "../support/terraform-state";

const related = (instances: readonly StateInstance[], chosen: Readonly<Record<string, string>> = {}): TerraformState =>
  relate(parseTerraformState(stateFile(...instances)), new Map(Object.entries(chosen)));

const WEB: StateInstance = { type: "linode_instance", name: "web", attributes: { id: "7" } };
const read = (instance: Partial<StateInstance>): FormerResource | undefined =>
  related([{ ...WEB, ...instance }]).all[0];

test.each<[address: string, name: string, instance: Partial<StateInstance>]>([
  ["linode_instance.web", "web", {}],
  ["linode_instance.web_server", "web_server", { name: "web_server" }],
  ["linode_instance.web[0]", "web-0", { key: 0 }],
  ['linode_instance.web["a"]', "web-a", { key: "a" }],
  ["linode_instance.this", "this", { name: "this" }],
  ["linode_instance.this[1]", "this-1", { name: "this", key: 1 }],
  ['linode_instance.this["a"]', "a", { name: "this", key: "a" }],
  ['module.web["a"].linode_instance.this', "web-a", { module: 'module.web["a"]', name: "this" }],
  ["module.shop.linode_instance.web[2]", "shop-web-2", { module: "module.shop", key: 2 }],
  ['module.a["x.y"].module.b[0].linode_instance.web', "a-x.y-b-0-web", { module: 'module.a["x.y"].module.b[0]' }],
  ['linode_instance.web["it\'s \\"$${a}\\" é\\n"]', "web-it-s-a-e", { key: 'it\'s "${a}" é\n' }],
])("%s becomes %s", (address, name, instance) => {
  expect(read(instance)).toMatchObject({ addresses: [address], name });
});

const BRIDGED = plainSpecimens.flatMap(({ kind, terraform }) => (terraform ? [[kind, ...terraform] as const] : []));
test.each(BRIDGED)("%s is %s, also in a later version of the type, by its ID", (kind, type, attributes) => {
  const ofBoth = [type, `${type}_v2`].map((version) => read({ type: version, attributes }));
  const ours = [kind, Object.values(attributes).join("/")];
  expect(ofBoth.map((former) => [former?.definition.kind, former?.id])).toEqual([ours, ours]);
});

test.each<[attributes: Values, more: Values, options: Values]>([
  [{ timeouts: { create: "20m", read: "5m", delete: null } }, {}, { customTimeouts: { create: "20m" } }],
  [{ timeouts: null }, { create_before_destroy: true }, { deleteBeforeReplace: false }],
  [{}, { create_before_destroy: false }, {}],
])("%j and %j become the options %j", (attributes, more, options) => {
  expect(read({ attributes: { id: "7", ...attributes }, more })?.options).toEqual(options);
});

test.each<[StateInstance, note: string]>([
  [
    { ...WEB, key: 1, more: { status: "tainted" } },
    "Skipped linode_instance.web[1]: it is tainted. Run `terraform untaint` to keep it, or `terraform apply` to replace it, and use the new state.",
  ],
  [
    { ...WEB, more: { deposed: "0a1b2c3d" } },
    "Skipped linode_instance.web: it is deposed. Run `terraform apply` to delete it, before you remove the address from the state.",
  ],
  [
    { type: "linode_domain_record", name: "www", attributes: { id: "7" } },
    'Skipped linode_domain_record.www: "undefined/7" is not a valid domain record ID; the format is domainId/id, for example 12/123.',
  ],
  [
    { ...WEB, type: "linode_volume", key: 0 },
    "These stay with Terraform, because this package has no such resource type: linode_volume.web[0]",
  ],
])("%j is listed as skipped", (instance, note) => {
  expect(related([instance])).toMatchObject({ all: [], notes: [note] });
});

test("data sources are ignored, and a resource that the state has twice is adopted once", () => {
  const { all, notes } = related([{ ...WEB, mode: "data" }, WEB, { ...WEB, name: "other" }]);
  expect(all).toMatchObject([{ name: "web", addresses: ["linode_instance.web", "linode_instance.other"] }]);
  expect(notes).toEqual(["linode_instance.other is the same instance as linode_instance.web."]);
});

test("the output of `terraform show -json` has the same resources as the state", () => {
  const module = 'module.shop["eu"]';
  const dependencies = ["module.shop.linode_domain.main"];
  const attributes = { id: "7", domain_id: 5, timeouts: { update: "1h" } };
  const record = { type: "linode_domain_record", name: "www", attributes };
  const shown = { mode: "managed", type: record.type, name: record.name, index: 0, values: attributes };
  const gone = { ...shown, index: 1, deposed_key: "0a1b2c3d" };
  const child = {
    address: module,
    resources: [{ ...shown, depends_on: dependencies }, { ...shown, tainted: true }, gone],
  };
  const text = JSON.stringify({ format_version: "1.0", values: { root_module: { child_modules: [child] } } });
  const states = [
    { ...record, module, key: 0, dependencies },
    { ...record, module, key: 0, more: { status: "tainted" } },
    { ...record, module, key: 1, more: { deposed: "0a1b2c3d" } },
  ];
  expect(parseTerraformState(text)).toEqual(
    parseTerraformState(stateFile(...states)).map((one) =>
      expect.objectContaining(one.leaving ? { leaving: one.leaving } : one),
    ),
  );
});

const SECRET = "hunter2hunter2";

test.each([
  [`{ "root_pass": "${SECRET}" `, "it is not valid JSON"],
  [`["${SECRET}"]`, "it is not a Terraform state"],
  [`{"version": 3, "modules": ["${SECRET}"]}`, "it is not a state of version 4"],
  [`{"serial": 1, "encrypted_data": "${SECRET}"}`, "it is encrypted"],
  [`{"format_version": "1.2", "planned_values": "${SECRET}"}`, "it is a plan"],
  [`{"format_version": "2.0", "values": "${SECRET}"}`, "it is not a Terraform state"],
  [`{"format_version": "1.0"}`, "it has no managed resources"],
  [`{"version": 4, "resources": "${SECRET}"}`, "its resources are not a list"],
  [
    `{"version": 4, "resources": [{"mode": "managed", "instances": ["${SECRET}"]}]}`,
    "a resource in it has no valid address",
  ],
])("the file %j is rejected, without a secret", (text, reason) => {
  const namesFrom = `${temporaryFolder({ "old.tfstate": text })}/old.tfstate`;
  expect(() => readTerraform({ namesFrom, names: undefined })).toThrow(
    `--names-from: cannot use ${namesFrom}: ${reason}. Use the output of \`terraform state pull\` or \`terraform show -json\`.`,
  );
});

test.each([
  ['["web"]', /cannot use \S+: it is not a JSON object with names by address, such as/],
  ['{"linode_instance.web": ""}', /it is not a JSON object with names by address/],
  [
    '{"linode_instance.wab": "a"}',
    /no resource to adopt has the address linode_instance.wab; did you mean linode_instance.web\?$/,
  ],
  ['{"linode_instance.web": "a", "linode_instance.app": "a"}', /two resources would be Instance "a"\.$/],
])("the names %s are rejected", (names, message) => {
  const app = { ...WEB, name: "app", attributes: { id: "8" } };
  const folder = temporaryFolder({ "names.json": names, "old.tfstate": stateFile(WEB, app) });
  const run = () => readTerraform({ namesFrom: `${folder}/old.tfstate`, names: `${folder}/names.json` });
  expect(run).toThrow(message);
});

const found = ({ definition, id }: FormerResource): FoundResource => ({ definition, id, state: { label: "unused" } });
const named = (terraform: TerraformState): (string | undefined)[] => {
  const all = terraform.all.map(found);
  const names = nameAll(all, new Set(), terraform.of);
  return all.map((one) => names.get(one)?.resource);
};

test("of two equal names, the older resource gets it, unless the user chose it for the other", () => {
  const both = [
    { ...WEB, key: "a", attributes: { id: "8" } },
    { ...WEB, module: 'module.web["a"]', name: "this" },
  ];
  expect(named(related(both))).toEqual(["web-a-8", "web-a"]);
  expect(named(related(both, { 'linode_instance.web["a"]': "web-a" }))).toEqual(["web-a", "web-a-7"]);
});

test("a name from an address is not truncated", () => {
  const key = "x".repeat(80);
  expect(named(related([{ ...WEB, key }]))).toEqual([`web-${key}`]);
});

test("the command removes each address from Terraform's state, quoted for a shell", () => {
  const terraform = related([
    { ...WEB, key: "it's" },
    { ...WEB, name: "other" },
  ]);
  expect(removal(terraform, terraform.all.map(found))[1]).toBe(
    `terraform state rm \\\n  'linode_instance.web["it'\\''s"]' \\\n  'linode_instance.other'`,
  );
  expect(removal(terraform, [])).toEqual([]);
});
