import * as pulumi from "@pulumi/pulumi";
import type { EmulatorOptions } from "../../emulator";
import type { Settings } from "../../provider/api/settings";
import type { Values } from "../../provider/definition/values";
import { ask } from "./ask";
import { useService } from "./service";

/** The emulator, and programs that call data sources. */
export type DataSourceService = ReturnType<typeof useDataSources>;

/** A token for each program of a file; with a reused one, a data source would return the cached response of another test. */
const TOKENS = Array.from({ length: 1000 }, (_, index) => `program-${index}`);

/** Starts an emulator for the tests of a file, and clears it before each. */
export function useDataSources(options: EmulatorOptions = {}) {
  const service = useService({ provisionMs: 1000, ...options, tokens: [...TOKENS, ...(options.tokens ?? [])] });
  let programs = 0;
  return {
    get emulator() {
      return service.emulator;
    },
    /** Options of a data source whose provider has its own token: for the cache, this is equivalent to a separate update. */
    program(token = TOKENS[programs++]): pulumi.InvokeOptions {
      if (token === undefined) throw new Error("there are more programs in this file than tokens");
      return providedBy({ url: service.emulator.url, brand: options.brand ?? "compute", token });
    },
    /** Calls the API directly, not through the code under test. */
    ask: (method: string, path: string, body?: Values) => ask(service.emulator, method, path, body),
    /** Requests since the last `forget`, as "GET /domains", with their query. */
    asked: () => service.requests().map(({ method, path, query }) => `${method} ${path}${query ? `?${query}` : ""}`),
    /** Their X-Filter headers. */
    filters: () =>
      service.requests().flatMap(({ filter }) => (filter === undefined ? [] : [JSON.parse(filter) as unknown])),
    forget: () => service.forget(),
  };
}

/** Options of a data source whose provider has these settings. */
export function providedBy(settings: Settings): pulumi.InvokeOptions {
  return { provider: { computeSettings: pulumi.output(settings) } as unknown as pulumi.ProviderResource };
}

interface Parts<T> {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  allResources(): Promise<unknown>;
  promise(): Promise<T>;
}

/** The value of an output, or the error with which a program would fail. */
export async function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  const parts = output as unknown as Parts<T>;
  const value = parts.promise();
  await Promise.allSettled([value, parts.isKnown, parts.isSecret, parts.allResources()]);
  return value;
}

/** A resource that exists once `id` resolves; null stands for one that a preview only plans. */
export function aResource(name: string, id: Promise<string> | null = Promise.resolve("1")): pulumi.Resource {
  const marks = { __pulumiResource: true, __pulumiCustomResource: true };
  const resource = { ...marks, urn: pulumi.output(`urn:${name}`), id: id === null ? UNKNOWN : pulumi.output(id) };
  return resource as unknown as pulumi.Resource;
}

/** An output of the resource. */
export function outputOf<T>(resource: pulumi.Resource, value: T): pulumi.Output<T> {
  return madeOf(value, true, [resource]);
}

const UNKNOWN = madeOf(undefined, false);

function madeOf<T>(value: T, isKnown: boolean, resources: pulumi.Resource[] = []): pulumi.Output<T> {
  const Output = pulumi.Output as unknown as new (...parts: unknown[]) => pulumi.Output<T>;
  const [known, secret] = [Promise.resolve(isKnown), Promise.resolve(false)];
  return new Output(resources, Promise.resolve(value), known, secret, Promise.resolve(resources));
}
