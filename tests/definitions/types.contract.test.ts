import path from "node:path";
import ts from "typescript";
import type { Values } from "../../provider/definition/values";
import { kinds } from "../../provider/resources/registry";
import { compiled } from "../support/program-checks";
import type { Written } from "../support/program-checks";
import { offlineHost, optionsFor } from "../support/contract";

/**
 * The compiler and preview accept the same inputs: for each record type with each of its fields left
 * out or one more added, and for every combination of origins of instances and domains.
 */
interface Case extends Written {
  readonly kind: string;
  readonly what: string;
}

const named = (kind: string, args: Values): Case => ({
  kind,
  args,
  type: `${kind}Args`,
  what: `${kind} with ${Object.entries(args)
    .map(([name, value]) => (name === "type" ? String(value) : name))
    .join(", ")}`,
});

/** A record of each type with its required inputs. */
const SRV = { target: "sip.a.example", priority: 1, weight: 2, port: 3, service: "sip", protocol: "tcp" };
const RECORDS: Readonly<Record<string, Values>> = {
  A: { target: "192.0.2.1" },
  AAAA: { target: "2001:db8::1" },
  NS: { target: "ns1.a.example" },
  MX: { target: "mail.a.example" },
  CNAME: { name: "www", target: "a.example" },
  TXT: { target: "text" },
  SRV,
  PTR: { target: "a.example" },
  CAA: { target: "ca.example", tag: "issue" },
};
const MORE: Values = { ...SRV, tag: "issue", name: "www", ttlSec: 300 };

const without = (args: Values, left: string): Values =>
  Object.fromEntries(Object.entries(args).filter(([name]) => name !== left));

const records = Object.entries(RECORDS).flatMap(([type, needed]) => {
  const complete: Values = { domainId: 12, type, ...needed };
  const added = Object.keys(MORE).filter((name) => !(name in complete));
  return [
    complete,
    ...Object.keys(complete).map((name) => without(complete, name)),
    ...added.map((name) => ({ ...complete, [name]: MORE[name] })),
  ];
});

/** All subsets of the members of the object. */
function subsets(all: Values): Values[] {
  return Object.entries(all).reduce<Values[]>(
    (chosen, [name, value]) => [...chosen, ...chosen.map((one) => ({ ...one, [name]: value }))],
    [{}],
  );
}

const instances = subsets({
  image: "compute/debian11",
  rootPass: "correct-horse",
  stackscriptId: 9001,
  stackscriptData: {},
  backupId: 5,
  cloneFrom: { instanceId: 5 },
  authorizedKeys: ["ssh-rsa A a@b"],
}).map((args) => ({ region: "us-east", type: "g6-nanode-1", ...args }));

const domains = ["master", "slave"].flatMap((type) =>
  subsets({
    soaEmail: "admin@a.example",
    masterIps: ["192.0.2.1"],
    importFrom: { remoteNameserver: "ns1.a.example" },
    cloneFrom: 5,
  }).map((args) => ({ domain: "a.example", type, ...args })),
);

const CASES = [
  ...records.map((args) => named("DomainRecord", args)),
  ...instances.map((args) => named("Instance", args)),
  ...domains.map((args) => named("Domain", args)),
];

/** Cases that only preview rejects. */
const ONLY_AT_PREVIEW = [
  "Domain with domain, slave, masterIps, importFrom, cloneFrom",
  "Domain with domain, slave, soaEmail, masterIps, importFrom, cloneFrom",
];

const BASE = { region: "us-east", type: "g6-nanode-1" };
const CLONED = { ...BASE, cloneFrom: { instanceId: 5 } };

/** Inputs of a resource type, the property in the compiler's message, and the alternative it refers to. */
const MESSAGES: readonly (readonly [string, Values, string, string])[] = [
  ["DomainRecord", without({ domainId: 1, type: "SRV", ...SRV }, "port"), "'port' is missing", "'SrvRecordArgs'"],
  ["DomainRecord", { domainId: 1, type: "A", target: "x", priority: 1 }, "'priority' does not", "'TargetRecordArgs'"],
  ["Instance", { ...BASE, image: "x" }, "Property 'rootPass' is missing", "'ImageInstanceArgs'"],
  ["Instance", { ...BASE, rootPass: "x", stackscriptId: 1 }, "'image' is missing", "'ScriptInstanceArgs'"],
  ["Instance", { ...CLONED, image: "x", rootPass: "y" }, "'image' are incompatible", "'undefined'"],
  ["Instance", { ...BASE, labl: "x" }, "'labl' does not exist", "Did you mean to write 'label'?"],
  ["Domain", { domain: "a.example", type: "master" }, "Property 'soaEmail' is missing", "'MasterDomainArgs'"],
  ["Zone", { domain: "a.example" }, "Property 'soaEmail' is missing", "'Master'"],
];

/** One compilation for all tests. */
const { program, refusals } = compiled([...CASES, ...MESSAGES.map(([kind, args]) => named(kind, args))]);
const checker = program.getTypeChecker();

test("the compiler rejects exactly the inputs that preview rejects", async () => {
  const accepted = refusals.slice(0, CASES.length).map((refusal) => refusal === undefined);
  const previewed = await Promise.all(
    CASES.map(async ({ kind, args }) => {
      const { failures = [] } = await offlineHost(kind).check({}, { ...args, ...optionsFor(kind) });
      return failures.length === 0;
    }),
  );
  const verdicts = (all: readonly boolean[]) => CASES.map(({ what }, index) => `${what}: ${String(all[index])}`);
  const expected = previewed.map((isGood, index) => isGood || ONLY_AT_PREVIEW.includes(CASES[index]?.what ?? ""));
  expect(verdicts(accepted)).toEqual(verdicts(expected));
  expect(new Set(accepted)).toEqual(new Set([true, false]));
});

test("the compiler's messages show the property and the alternative that lacks it", () => {
  const told = refusals.slice(CASES.length);
  for (const [index, [, , property, alternative]] of MESSAGES.entries()) {
    expect(told[index]).toContain(property);
    expect(told[index]).toContain(alternative);
  }
});

/** The class as an editor sees it: its static side. */
function classOf(kind: string): ts.Type {
  const source = program.getSourceFile(path.resolve("provider", "index.ts"));
  const surface = source && checker.getSymbolAtLocation(source);
  const found = surface && checker.getExportsOfModule(surface).find(({ name }) => name === kind);
  if (!found) throw new Error(`the package exports no ${kind}`);
  const target = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  return checker.getTypeOfSymbol(target);
}

/** A type as an editor shows it, without the modules that its names come from. */
const shown = (type: ts.Type): string =>
  checker.typeToString(type, undefined, ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);

const names = kinds.map(({ kind }) => kind);

test.each(names)(
  "an editor shows the inputs of %s by the name that a program can use; get and isInstance give its own class",
  (kind) => {
    const signatures = classOf(kind).getConstructSignatures();
    expect([...new Set(signatures.map((signature) => shown(signature.getReturnType())))]).toEqual([kind]);
    // The others are for the alternatives of the inputs.
    const [, args] = signatures.at(-1)?.getParameters() ?? [];
    expect(args && shown(checker.getTypeOfSymbol(args))).toBe(`${kind}Args`);
    const signaturesOf = (method: string): readonly ts.Signature[] => {
      const symbol = classOf(kind).getProperty(method);
      return symbol ? checker.getTypeOfSymbol(symbol).getCallSignatures() : [];
    };
    const known = signaturesOf("isInstance").map((signature) => checker.getTypePredicateOfSignature(signature)?.type);
    expect(known.map((type) => type && shown(type))).toEqual([kind]);
    for (const signature of signaturesOf("get")) expect(shown(signature.getReturnType())).toBe(kind);
  },
);
