import type { Values } from "../../provider/definition/values";
import { Code, NOTHING } from "../typescript/code";
import type { ResourceDeclaration, SourceFile } from "../typescript/code";
import { INDEX, fileNames } from "./files";
import type { FoundResource } from "./found";
import type { Managed } from "./managed";
import { nameAll } from "./names";
import type { Split } from "./options";
import { inOrder } from "./order";
import { resolved, sourcesOf, targetsIn } from "./references";
import type { ReferenceContext } from "./references";
import type { Declarations } from "./sets";
import type { TerraformState } from "./terraform/former";
import { outputsFor } from "./terraform/outputs";
import { aboutKinds, HEADER } from "./words";

export interface Program {
  readonly files: readonly SourceFile[];
  /** Config keys of the secrets that it requires. */
  readonly secrets: readonly string[];
}

interface ProgramParts {
  readonly declarations: Declarations;
  readonly split: Split;
  readonly managed: Pick<Managed, "resources" | "isExtended">;
  readonly terraform: TerraformState | undefined;
}

/** Arranges the declarations in files, each after those that it refers to. */
export function programOf({ declarations, split, managed, terraform }: ProgramParts): Program {
  const found = [...declarations.keys()];
  const [targets, outputs] = [targetsIn(found), outputsFor(found, terraform)];
  const argsOf = (one: FoundResource): Values => declarations.get(one)?.args ?? {};
  const all = inOrder(found, (one) => sourcesOf(one, argsOf(one), { targets, outputs }));
  const files = fileNames(all, split);
  const world: ReferenceContext = {
    names: nameAll(all, new Set(managed.resources.map(({ kind, name }) => `${kind} ${name}`)), terraform?.of),
    files,
    order: [...new Set(files.values())],
    positions: new Map(all.map((one, index) => [one, index])),
    targets,
    managed,
    outputs,
    used: new Map(),
    secrets: new Set(),
  };
  const written = new Map(all.map((one) => [one, resolved(one, argsOf(one), world)]));
  const declared = new Map(
    all.map((one) => {
      const { args = {}, comments = [] } = written.get(one) ?? {};
      const { options = {} } = terraform?.of(one) ?? {};
      const problems = (declarations.get(one)?.problems ?? []).map((problem) => `Input omitted: ${problem}`);
      return [one, declarationOf(one, { args, comments: [...problems, ...comments], options }, world)];
    }),
  );
  const sources = world.order.map((file) => sourceFile(file, declared, world));
  const isWhole = sources.some(({ name }) => name === INDEX);
  return { files: isWhole ? sources : [indexOf(world.order), ...sources], secrets: [...world.secrets] };
}

type Written = Pick<ResourceDeclaration, "args" | "comments" | "options">;

const COMPUTE = ["compute", "pulumi-compute"] as const;
const SDK = ["pulumi", "@pulumi/pulumi"] as const;

function declarationOf(
  one: FoundResource,
  written: Written,
  { names, files, used }: ReferenceContext,
): ResourceDeclaration {
  const { resource = "", variable } = names.get(one) ?? {};
  const users = used.get(one);
  return {
    call: `new compute.${one.definition.kind}`,
    texts: [resource],
    variable: users ? variable : undefined,
    isExported: [...(users ?? [])].some((file) => file !== files.get(one)),
    ...written,
    options: { import: one.id, ...written.options },
  };
}

function sourceFile(
  name: string,
  declared: ReadonlyMap<FoundResource, ResourceDeclaration>,
  { files, used, names }: ReferenceContext,
): SourceFile {
  const own = [...declared].filter(([one]) => files.get(one) === name);
  const imports = new Map<string, string[]>();
  for (const [target, users] of used) {
    const file = files.get(target) ?? "";
    if (file === name || !users.has(name)) continue;
    imports.set(file, [...(imports.get(file) ?? []), names.get(target)?.variable ?? ""].sort());
  }
  const declarations = own.map(([, declaration]) => declaration);
  const usesConfig = declarations.some(({ args = {} }) => Object.values(args).some(isConfig));
  return {
    ...NOTHING,
    name,
    comments: [...HEADER, ...aboutKinds(own.map(([{ definition }]) => definition))],
    packages: new Map([...(declarations.length > 0 ? [COMPUTE] : []), ...(usesConfig ? [SDK] : [])]),
    imports,
    usesConfig,
    declarations,
  };
}

function isConfig(value: unknown): boolean {
  return value instanceof Code && value.text.startsWith("config.");
}

function indexOf(files: readonly string[]): SourceFile {
  return { ...NOTHING, name: INDEX, comments: HEADER, loads: files };
}
