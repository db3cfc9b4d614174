import type * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { valueOf } from "./data-sources";
import type { DataSourceService } from "./data-sources";
import { misfits, schema } from "./package-schema";

type Form = (args: Values, opts: pulumi.InvokeOptions) => unknown;

/** Both forms of the data sources, called by their names, for an emulator; without options, each call counts as a separate update. */
export function dataSourceForms(service: DataSourceService) {
  const formOf = (name: string): Form => {
    const form = (compute as unknown as Readonly<Record<string, Form>>)[name];
    if (!form) throw new Error(`${name} is missing`);
    return form;
  };
  return {
    plain: (name: string, args: Values, opts = service.program()) => formOf(name)(args, opts) as Promise<Values>,
    /** The value of the output. Its types and those of the inputs must be those of the package schema. */
    async output(name: string, args: Values, opts = service.program()): Promise<Values> {
      const result = await valueOf(formOf(`${name}Output`)(args, opts) as pulumi.Output<Values>);
      const { inputs = { properties: {}, required: [] }, outputs } = schema.functions[`compute:index:${name}`] ?? {};
      expect([misfits(inputs, args), outputs && misfits(outputs, result)]).toEqual([[], []]);
      return result;
    },
  };
}
