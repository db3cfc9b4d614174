import { SIGNATURE_KEY } from "../../provider/definition/source";
import { isObject, UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { PULUMI_UNKNOWN, SECRET_SIGNATURE } from "../../provider/shared/boundary";
import { CONFIG_KEYS } from "../../provider/shared/process-settings";
import { nameIn, UnfitExportError } from "../../provider/shared/exported-state";
import type { ExportedResource } from "../../provider/shared/exported-state";
import { kindIn } from "../../provider/resources/registry";
import { openSecrets } from "../../provider/shared/state-secrets";
import { openerWith } from "./stack-state";
import type { StackProvider, StackResource } from "./stack-state";

/** What a preview plans for a resource. `same` changes nothing. */
export type PlannedAction = "create" | "import" | "update" | "replace" | "delete" | "same";

/** A resource of this package in a preview. */
export interface PlannedResource {
  readonly action: PlannedAction;
  /** What the state has; undefined for one that is created. */
  readonly before?: StackResource;
  /** What the program declares, of which only the inputs are certain; undefined for one that is deleted. */
  readonly after?: StackResource;
  /** `retainOnDelete` keeps the old resource in the account. */
  readonly isRetained: boolean;
}

/** The output of `pulumi preview --json`. */
export interface Preview {
  readonly planned: readonly PlannedResource[];
  /** The stack config. Secrets are `UNKNOWN`. */
  readonly config: Values;
  /** Number of unchanged resources, of any package, that it leaves out. */
  readonly omitted: number;
}

/** One step of a resource. */
interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: ExportedResource;
  readonly newState?: ExportedResource;
}

/**
 * The command whose output is complete: by default, the CLI leaves out unchanged resources, and deletes that an interrupted replacement
 * has left to do.
 */
export const PREVIEW = ["preview", "--json", "--show-sames", "--show-replacement-steps"] as const;

/** What the CLI prints in place of every secret. */
const HIDDEN = "[secret]";

const ACTIONS: ReadonlyMap<string, PlannedAction> = new Map([
  ["create", "create"],
  ["import", "import"],
  ["update", "update"],
  ["replace", "replace"],
  ["delete", "delete"],
  ["delete-replaced", "delete"],
  ["same", "same"],
]);

/**
 * This package's resources in the output of `pulumi preview --json`, without those that the program only reads.
 * @throws UnfitExportError if the text is anything else, or if the preview failed
 */
export function parsePreview(text: string): Preview {
  const preview = parsed(text);
  const steps = preview?.steps;
  if (preview === undefined || !Array.isArray(steps) || !steps.every(isStep)) {
    throw new UnfitExportError("it has no list of `steps` with an `op` and a `urn`");
  }
  const errors = errorsIn(text);
  if (errors !== "") throw new UnfitExportError(`the preview failed: ${errors}`);
  const withProvider = openerWith(steps.flatMap(statesOf));
  const opened = (state: ExportedResource): StackResource => {
    const resource = withProvider(state);
    return resource.provider || isOfDefaultProvider(state) ? resource : { ...resource, provider: absent(state) };
  };
  const keyOf = ({ urn, oldState }: Step): string => `${urn}::${oldState?.id}`;
  const replaced = new Set(steps.filter(({ op }) => op === "replace").map(keyOf));
  const planned = steps.flatMap((step) => {
    const { op, oldState, newState } = step;
    const action = ACTIONS.get(op);
    const state = newState ?? oldState;
    // Unless it belongs to a replacement of this preview, it is the end of one that was interrupted.
    if (op === "delete-replaced" && replaced.has(keyOf(step))) return [];
    if (action === undefined || state === undefined || kindIn(state.type) === undefined || state.external) return [];
    return {
      action,
      ...(oldState === undefined || action === "create" || action === "import" ? {} : { before: opened(oldState) }),
      ...(newState === undefined || action === "delete" ? {} : { after: opened(newState) }),
      isRetained: (action === "delete" || action === "replace") && oldState?.retainOnDelete === true,
    };
  });
  const { same = 0 } = isObject(preview.changeSummary) ? preview.changeSummary : {};
  const shown = steps.filter(({ op }) => op === "same").length;
  return {
    planned,
    config: isObject(preview.config) ? openSecrets(preview.config).values : {},
    omitted: Math.max(0, Number(same) - shown),
  };
}

/** The error messages in the output of `pulumi preview --json`; empty if there are none, or for any other text. */
export function errorsIn(text: string): string {
  const { diagnostics } = parsed(text) ?? {};
  if (!Array.isArray(diagnostics)) return "";
  return (diagnostics as Values[])
    .filter(({ severity }) => severity === "error")
    .map(({ message }) => String(message).trim())
    .join("\n");
}

function parsed(text: string): Values | undefined {
  try {
    const hidden = { [SIGNATURE_KEY]: SECRET_SIGNATURE };
    const value: unknown = JSON.parse(text, (_, member: unknown) => (member === HIDDEN ? hidden : member));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStep(step: unknown): step is Step {
  return isObject(step) && typeof step.op === "string" && typeof step.urn === "string";
}

/** A preview never shows default providers, which the engine makes from the stack config. */
function isOfDefaultProvider({ provider = "" }: ExportedResource): boolean {
  return provider === "" || /::pulumi:providers:[^:]+::default(_\d.*)?::[^:]*$/.test(provider);
}

/** A provider that the preview leaves out, because it is unchanged. */
function absent({ provider = "" }: ExportedResource): StackProvider {
  const values = { [CONFIG_KEYS.explicit]: "true", [CONFIG_KEYS.url]: UNKNOWN, [CONFIG_KEYS.token]: UNKNOWN };
  return { name: nameIn(provider).replace(/::[^:]*$/, ""), inputs: { values, secretNames: new Set(), secrets: [] } };
}

/** Resources refer to a provider that is created by an unknown ID. */
function statesOf({ oldState, newState }: Step): ExportedResource[] {
  const planned = newState && { ...newState, id: newState.id ?? oldState?.id ?? PULUMI_UNKNOWN };
  return [oldState, planned].flatMap((state) => state ?? []);
}
