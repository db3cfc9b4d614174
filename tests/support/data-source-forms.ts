import type * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { valueOf } from "./data-sources";
import type { DataSourceService } from "./data-sources";

type Form = (args: Values, opts: pulumi.InvokeOptions) => unknown;

/** Both forms of a data source, called by its name. */
interface DataSourceForms {
  readonly plain: (name: string, args: Values, opts?: pulumi.InvokeOptions) => Promise<Values>;
  /** The value of the output. */
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
    output: (name, args, opts = service.program()) =>
      valueOf(formOf(`${name}Output`)(args, opts) as pulumi.Output<Values>),
  };
}
