import type * as pulumi from "@pulumi/pulumi";
import type { ChangedPart } from "../lifecycle/object";
import { pluginModule } from "./plugin-modules";

/** Adds the parts that differ to the response of a diff with changes. */
export type InParts = (response: pulumi.dynamic.DiffResult, parts: readonly ChangedPart[]) => pulumi.dynamic.DiffResult;

/**
 * Without these parts, the display compares arrays index by index, and shows hidden inputs. Pulumi's protocol has a field for them, but
 * the dynamic provider interface does not. The plugin creates the protocol's message right when it reads `changes`, so we set the field
 * there. If that is not possible, the response stays as it is.
 */
export function inParts(messages: unknown = pluginModule("@pulumi/pulumi/proto/provider_pb")): InParts {
  const { DiffResponse, PropertyDiff } = (messages ?? {}) as ProviderMessages;
  const response = DiffResponse?.prototype;
  const kinds = PropertyDiff?.Kind;
  if (
    !response?.setChanges ||
    !response.getDetaileddiffMap ||
    !response.setHasdetaileddiff ||
    !PropertyDiff ||
    !kinds
  ) {
    return (response) => response;
  }
  const original = response.setChanges;
  let pending: readonly ChangedPart[] | undefined;
  response.setChanges = function (this: DiffMessage, value) {
    const parts = pending;
    pending = undefined;
    for (const { path, kind } of parts ?? []) {
      const difference = new PropertyDiff();
      difference.setKind(kinds[KINDS[kind]]);
      this.getDetaileddiffMap?.().set(path, difference);
    }
    if (parts) this.setHasdetaileddiff?.(true);
    return original.call(this, value);
  };
  return (response, parts) => ({
    ...response,
    get changes() {
      pending = parts;
      return true;
    },
  });
}

const KINDS = { add: "ADD", delete: "DELETE", update: "UPDATE" } as const;

interface DiffMessage {
  setChanges?: (value: unknown) => unknown;
  getDetaileddiffMap?: () => { set(path: string, difference: PropertyDiffMessage): unknown };
  setHasdetaileddiff?: (value: boolean) => unknown;
}

interface PropertyDiffMessage {
  setKind(kind: number): unknown;
}

interface ProviderMessages {
  DiffResponse?: { prototype: DiffMessage };
  PropertyDiff?: { new (): PropertyDiffMessage; Kind?: Readonly<Record<"ADD" | "DELETE" | "UPDATE", number>> };
}
