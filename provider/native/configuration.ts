import { isDeepStrictEqual } from "node:util";
import type { ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Settings } from "../api/settings";
import type { Definition } from "../definition/definition";
import { hasUnknown, UNKNOWN } from "../definition/values";
import type { Values } from "../definition/values";
import { parsedTags, unionOfTags } from "../shared/default-tags";
import { CONFIG_KEYS, isDefaultProvider, settingsFrom } from "../shared/process-settings";
import { receivedArguments } from "./values";

const PREFIX = "compute:";

/** The inputs of the provider that this process is. */
export class Configuration {
  private given: Values = {};
  private isExplicit = false;

  set(request: ConfigureRequest): void {
    this.given = receivedArguments(request.getArgs()).values;
    const urn = request.getUrn();
    this.isExplicit = urn !== undefined && !isDefaultProvider(urn, this.given.version);
  }

  settings(): Settings {
    const get = (key: string): string | undefined => {
      if (key === CONFIG_KEYS.explicit) return this.isExplicit ? "true" : undefined;
      const value = this.given[key.slice(PREFIX.length)];
      return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
    };
    return settingsFrom(get, process.env);
  }

  /** Adds the default tags after the resource's own. */
  withDefaultTags(definition: Definition, args: Values): Values {
    const defaults = parsedTags(this.given.defaultTags);
    if (definition.args.tags === undefined || defaults.length === 0 || args.tags === UNKNOWN) return args;
    return { ...args, tags: unionOfTags(Array.isArray(args.tags) ? args.tags : [], defaults) };
  }

  /** Why these inputs of a provider are invalid. */
  failures(message: Struct | undefined): string[] {
    const { defaultTags } = receivedArguments(message).values;
    if (hasUnknown(defaultTags)) return [];
    try {
      parsedTags(defaultTags);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  }

  /** Names of the inputs that differ. */
  changed(olds: Struct | undefined, news: Struct | undefined): string[] {
    const [before, after] = [receivedArguments(olds).values, receivedArguments(news).values];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => !isDeepStrictEqual(before[name], after[name]),
    );
  }
}
