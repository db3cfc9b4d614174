import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { repository } from "../engine-cli";

export type Texts = Readonly<Record<string, string>>;

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Texts;
  readonly "working-directory"?: string;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly env?: Texts;
  readonly outputs?: Texts;
  readonly permissions?: Texts;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly permissions?: Texts;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description?: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description?: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Kept {
  readonly paths: readonly string[];
  readonly when?: "always";
}

/** A job of the pipeline for GitLab. */
export interface PipelineJob {
  readonly stage?: string;
  readonly script?: readonly string[];
  readonly variables?: Texts;
  readonly cache?: readonly Kept[];
  readonly artifacts?: Kept & { readonly reports?: { readonly junit?: string } };
  readonly rules?: readonly unknown[];
  readonly timeout?: string;
  readonly interruptible?: boolean;
  readonly resource_group?: string;
}

export const ACTION_FOLDER = path.join(repository, "drift-action");
export const WORKFLOWS_FOLDER = path.join(repository, "docs", "guide", "ci", "github");
/** This repository's own. */
export const OWN_WORKFLOWS_FOLDER = path.join(repository, ".github", "workflows");
export const GITLAB_FILE = path.join(repository, "docs", "guide", "ci", "gitlab", ".gitlab-ci.yml");

export const readWorkflow = (name: string, folder = WORKFLOWS_FOLDER): Workflow =>
  readYaml(path.join(folder, name)) as Workflow;
export const readAction = (folder: string): Action => readYaml(path.join(folder, "action.yml")) as Action;

/** @throws for invalid YAML, and for a duplicate key. */
export function readYaml(file: string): unknown {
  return parse(readFileSync(file, "utf8"), { merge: true });
}
