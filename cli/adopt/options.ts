import { parseArgs } from "node:util";
import type { Definition } from "../../provider/definition/definition";
import { collectionPath } from "../../provider/definition/ids";
import { UsageError } from "../terminal/command";
import { wordsIn } from "../terminal/words";
import { stackNames } from "../state/sources";
import { adoptable, adoptedByDefault, parentKind } from "./kinds";

/** How to declare the records of a zone. */
const RECORDS_AS = ["auto", "records", "set"] as const;
const SPLITS = ["none", "kind", "tag"] as const;

export type RecordsAs = (typeof RECORDS_AS)[number];
export type Split = (typeof SPLITS)[number];

/** With `auto`, a zone with more records than this gets one resource for all of them. */
export const MANY_RECORDS = 50;

/** The type that `--zone` selects by name. */
const ZONE_KIND = "Domain";

/** The types that `--zone` selects without `--kind`. */
const ofZones = adoptedByDefault.filter((kind) => (parentKind(kind) ?? kind).kind === ZONE_KIND);

/** What to adopt, and how to declare it. */
export interface Wish {
  readonly kinds: readonly Definition[];
  /** Those that `--kind` names: it is an error if the token may not list them. */
  readonly named: readonly Definition[];
  readonly excluded: readonly Definition[];
  /** Paths of collections whose objects become `ApiObject`s. */
  readonly collections: readonly string[];
  /** Label patterns with `*`; empty for all labels. */
  readonly labels: readonly string[];
  readonly tags: readonly string[];
  readonly zones: readonly string[];
  readonly ids: readonly string[];
  /** A Terraform state: only what it contains is adopted. */
  readonly namesFrom: string | undefined;
  /** A file with names for its resources. */
  readonly names: string | undefined;
  readonly recordsAs: RecordsAs;
  readonly split: Split;
}

export interface AdoptOptions extends Wish {
  /** Directory for a new project; without it, the program goes to stdout. */
  readonly into: string | undefined;
  readonly directory: string;
  readonly stacks: readonly string[];
  readonly stateFiles: readonly string[];
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): AdoptOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kind: { type: "string", multiple: true, default: [] },
      "exclude-kind": { type: "string", multiple: true, default: [] },
      collection: { type: "string", multiple: true, default: [] },
      label: { type: "string", multiple: true, default: [] },
      tag: { type: "string", multiple: true, default: [] },
      zone: { type: "string", multiple: true, default: [] },
      id: { type: "string", multiple: true, default: [] },
      "names-from": { type: "string" },
      names: { type: "string" },
      "records-as": { type: "string" },
      split: { type: "string", default: "none" },
      into: { type: "string" },
      cwd: { type: "string", default: "." },
      stack: { type: "string", multiple: true, short: "s", default: [] },
      state: { type: "string", multiple: true, default: [] },
    },
  });
  const {
    label: labels,
    tag: tags,
    zone: zones,
    id: ids,
    "names-from": namesFrom,
    names,
    into,
    cwd: directory,
    stack: stacks,
    state: stateFiles,
  } = values;
  const split = oneOf("--split", values.split, SPLITS);
  if (split !== "none" && into === undefined)
    throw new UsageError("--split requires --into DIR: it writes several files.");
  if (stacks.length > 0 && stateFiles.length > 0) throw new UsageError("Use either --stack or --state, not both.");
  if (names !== undefined && namesFrom === undefined)
    throw new UsageError("--names requires --names-from FILE: it names the resources of a Terraform state.");
  const named = kindsIn("--kind", values.kind);
  const excluded = kindsIn("--exclude-kind", values["exclude-kind"]);
  const collections = wordsIn(values.collection);
  for (const collection of collections)
    for (const { path, reason } of collectionPath.check(collection, "--collection"))
      throw new UsageError(`${path} ${reason}, not ${collection}.`);
  const others = zones.length > 0 ? ofZones : collections.length > 0 ? [] : adoptedByDefault;
  const kinds = named.length > 0 ? named : others;
  return {
    kinds: kinds.filter((kind) => !excluded.includes(kind)),
    named,
    excluded,
    collections,
    labels,
    tags,
    zones,
    ids: wordsIn(ids),
    namesFrom,
    names,
    // A set has none of the names of its records.
    recordsAs: oneOf(
      "--records-as",
      values["records-as"] ?? (namesFrom === undefined ? "auto" : "records"),
      RECORDS_AS,
    ),
    split,
    into,
    directory,
    stacks: stackNames(stacks),
    stateFiles,
  };
}

function kindsIn(option: string, values: readonly string[]): readonly Definition[] {
  const names = wordsIn(values);
  for (const name of names) {
    if (adoptable.some(({ kind }) => kind === name)) continue;
    throw new UsageError(
      `${option}: unknown resource type ${name}. Valid types: ${adoptable.map(({ kind }) => kind).join(", ")}.`,
    );
  }
  return adoptable.filter(({ kind }) => names.includes(kind));
}

/** Whether `--zone` selects resources of this type. */
export function isZone({ kind }: Definition): boolean {
  return kind === ZONE_KIND;
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${option} must be one of ${allowed.join(", ")}, not ${value}.`);
  return found;
}
