import { isDeepStrictEqual } from "node:util";
import type { CheckRequest, ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Settings } from "../api/settings";
import type { Definition } from "../definition/definition";
import { UNKNOWN } from "../definition/values";
import type { Values } from "../definition/values";
import { OPTIONS, optionsOf } from "../lifecycle/state";
import { parsedTags, unionOfTags } from "../shared/default-tags";
import { CONFIG_KEYS, isDefaultProvider, settingsFrom } from "../shared/process-settings";
import { failuresOfProvider } from "../shared/provider-inputs";
import { receivedArguments } from "./values";

const PREFIX = "compute:";

/** The provider of a `pulumi do … --stateless` has no name. */
const OF_NO_STATE = /::pulumi:providers:compute::$/;

/** The inputs of the provider that this process is. */
export class Configuration {
  private given: Values = {};
  private isExplicit = false;
  private areTagsSecret = false;
  private hasNoState = false;

  /** Whether nothing records the results, and no update follows. */
  get isStateless(): boolean {
    return this.hasNoState;
  }

  set(request: ConfigureRequest): void {
    const { values, secrets } = receivedArguments(request.getArgs());
    this.given = values;
    this.areTagsSecret = values.defaultTags !== undefined && secrets.includes(values.defaultTags);
    const urn = request.getUrn();
    this.hasNoState = OF_NO_STATE.test(urn ?? "");
    this.isExplicit = urn !== undefined && !isDefaultProvider(urn, this.given.version);
  }

  settings(): Settings {
    const get = (key: string): unknown => {
      if (key === CONFIG_KEYS.explicit) return this.isExplicit ? "true" : undefined;
      const value = this.given[key.slice(PREFIX.length)];
      return typeof value === "boolean" ? String(value) : value;
    };
    return settingsFrom(get, process.env);
  }

  /** Adds the default tags after the resource's own. */
  withDefaultTags(definition: Definition, args: Values): Values {
    const defaults = parsedTags(this.given.defaultTags);
    if (definition.args.tags === undefined || defaults.length === 0 || args.tags === UNKNOWN) return args;
    const tags = unionOfTags(Array.isArray(args.tags) ? args.tags : [], defaults);
    const options = optionsOf(args);
    const secrets = [...(options.secrets ?? []), ["tags"]];
    return { ...args, tags, ...(this.areTagsSecret && { [OPTIONS]: { ...options, secrets } }) };
  }

  /** Why the inputs of a provider are invalid. What the stack config sets otherwise, each resource reports. */
  failures(request: CheckRequest): string[] {
    const { version, pluginDownloadURL: _, ...inputs } = receivedArguments(request.getNews()).values;
    const isDefault = isDefaultProvider(request.getUrn(), version);
    const { defaultTags } = inputs;
    return failuresOfProvider(isDefault ? { defaultTags } : inputs).map(({ path, reason }) => `${path}: ${reason}`);
  }

  /** Names of the inputs that differ. */
  changed(olds: Struct | undefined, news: Struct | undefined): string[] {
    const [before, after] = [receivedArguments(olds).values, receivedArguments(news).values];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => !isDeepStrictEqual(before[name], after[name]),
    );
  }
}
