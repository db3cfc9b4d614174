import type * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { valueOf } from "./lookups";
import type { DataSourceService } from "./lookups";

type Form = (args: Values, opts: pulumi.InvokeOptions) => unknown;

/** Both forms of a lookup, called by its name. */
interface DataSourceForms {
  readonly plain: (name: string, args: Values, opts?: pulumi.InvokeOptions) => Promise<Values>;
  /** What the output comes to be. */
  readonly output: (name: string, args: Values, opts?: pulumi.InvokeOptions) => Promise<Values>;
}

/** The lookups of a service; without options, each call is a run of its own. */
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
