import type * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { valueOf } from "./data-sources";
import type { DataSourceService } from "./data-sources";
import { misfits, schema } from "./package-schema";

type Form = (args: Values, opts: pulumi.InvokeOptions) => unknown;

/** Both forms of a data source, called by its name. */
interface DataSourceForms {
  readonly plain: (name: string, args: Values, opts?: pulumi.InvokeOptions) => Promise<Values>;
  /** The value of the output. Its types and those of the inputs must be those of the package schema. */
  readonly output: (name: string, args: Values, opts?: pulumi.InvokeOptions) => Promise<Values>;
}

/** The data sources for an emulator; without options, each call counts as a separate update. */
export function dataSourceForms(service: DataSourceService): DataSourceForms {
  const formOf = (name: string): Form => {
    const form = (compute as unknown as Readonly<Record<string, Form>>)[name];
    if (!form) throw new Error(`${name} is missing`);
    return form;
  };
  return {
    plain: (name, args, opts = service.program()) => formOf(name)(args, opts) as Promise<Values>,
    async output(name, args, opts = service.program()) {
      const result = await valueOf(formOf(`${name}Output`)(args, opts) as pulumi.Output<Values>);
      const { inputs = { properties: {}, required: [] }, outputs } = schema.functions[`compute:index:${name}`] ?? {};
      expect([misfits(inputs, args), outputs && misfits(outputs, result)]).toEqual([[], []]);
      return result;
    },
  };
}
