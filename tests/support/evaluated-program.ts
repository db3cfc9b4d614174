import { compileFunction } from "node:vm";
import { transformSync } from "@swc/core";
import type { SourceFile } from "../../cli/typescript/code";
import { printFile } from "../../cli/typescript/printer/file";
import type { Values } from "../../provider/definition/values";

/** A resource as the program constructs it. */
export interface Constructed {
  readonly kind: string;
  readonly name: string;
  readonly args: Values;
  readonly importId: string;
}

/** The config value of every secret. */
export const CONFIGURED = "a password from the configuration";

/**
 * Evaluates a printed program as Node would, with stubs for its packages. The id of a resource is the one it imports.
 * @param outputs by that ID
 */
export function evaluated(files: readonly SourceFile[], outputs: Readonly<Record<string, Values>> = {}): Constructed[] {
  const constructed: Constructed[] = [];
  const compute = new Proxy(
    {},
    { get: (_, kind: string) => (kind === "__esModule" ? true : classOf(kind, constructed, outputs)) },
  );
  const pulumi = {
    __esModule: true,
    Config: class {
      readonly requireSecret = () => CONFIGURED;
    },
  };
  const modules = new Map<string, unknown>([
    ["pulumi-compute", compute],
    ["@pulumi/pulumi", pulumi],
  ]);
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const file = files.find((one) => `./${one.name}` === name);
    if (!file) throw new Error(`the program loads ${name}, which it does not have`);
    const { code } = transformSync(printFile(file), {
      jsc: { parser: { syntax: "typescript" }, target: "es2022" },
      module: { type: "commonjs" },
    });
    const exports = {};
    modules.set(name, exports);
    compileFunction(code, ["require", "exports"])(load, exports);
    return exports;
  };
  load("./index");
  return constructed;
}

function classOf(kind: string, constructed: Constructed[], outputs: Readonly<Record<string, Values>>) {
  return class {
    readonly id: string;
    constructor(name: string, args: Values, options: { readonly import: string }) {
      this.id = options.import;
      Object.assign(this, outputs[options.import]);
      if (Object.values(args).includes(undefined)) throw new Error(`${name} has an argument that is not there yet`);
      constructed.push({ kind, name, args, importId: options.import });
    }
  };
}
