import type { Values } from "../../provider/definition/values";
import { dataSourceRules } from "../../provider/data-sources/registry";
import { anAccount } from "../support/data-source-account";
import type { AccountIds } from "../support/data-source-account";
import { dataSourceForms } from "../support/data-source-forms";
import { useDataSources } from "../support/data-sources";
import { messageOf } from "../support/programs";
import { operationOf } from "../support/schemas/by-route";

/** An API with nothing beyond the documents. */
const service = useDataSources({ documentedOnly: true });

const { output } = dataSourceForms(service);

/** IDs of existing resources, by the path of the data source and the name of the input. */
const IDS: readonly (readonly [RegExp, (ids: AccountIds) => unknown])[] = [
  [/^\/regions\/\{id\}/, () => "us-east"],
  [/^\/images\/\{id\}/, () => "compute/debian11"],
  [/^\/databases\/engines\/\{id\}/, () => "mongodb/4.4.10"],
  [/^\/compute\/instances\/\{(id|instanceId)\}/, ({ instance }) => instance],
  [/^\/compute\/instances\/.*\{backupId\}/, ({ backup }) => backup],
  [/^\/databases\/mongodb\/instances\/\{(id|databaseId)\}/, ({ mongo }) => mongo],
  [/^\/databases\/mongodb\/instances\/.*\{backupId\}/, ({ mongoBackup }) => mongoBackup],
  [/^\/databases\/mysql\/instances\/\{id\}/, ({ mysql }) => mysql],
  [/^\/domains\/\{(id|domainId)\}/, ({ domain }) => domain],
  [/^\/domains\/.*\{recordId\}/, ({ record }) => record],
];

/** The IDs that the path of a data source needs. */
function idsFor(path: string, ids: AccountIds): Values {
  const names = [...path.matchAll(/\{(\w+)\}/g)];
  return Object.fromEntries(
    names.map(([part, name = "", ...rest]) => {
      const upToIt = path.slice(0, path.indexOf(part) + part.length);
      const id = IDS.find(([pattern]) => new RegExp(`${pattern.source}$`).test(upToIt))?.[1](ids);
      expect([path, id, rest]).not.toEqual([path, undefined, rest]);
      return [name, id];
    }),
  );
}

const look = async (name: string, path: string): Promise<Values> => {
  const args = idsFor(path, await anAccount(service));
  return output(name, args);
};

test.each(dataSourceRules.filter(({ beyondDocuments }) => !beyondDocuments))(
  "$name needs nothing beyond the documents",
  async ({ name, path }) => {
    expect(await look(name, path)).toEqual(expect.any(Object));
    const asked = service.asked().map((request) => request.split(/[ ?]/) as [string, string]);
    expect(asked.filter(([method, at]) => operationOf(method, at) === undefined)).toEqual([]);
  },
);

test.each(dataSourceRules.filter(({ beyondDocuments }) => beyondDocuments))(
  "$name reports that the API does not offer it, and what to do instead",
  async ({ name, path, beyondDocuments }) => {
    const message = await messageOf(look(name, path));
    expect(message).toContain("The API does not offer this");
    expect(message).toContain(beyondDocuments?.instead);
    expect(operationOf("GET", path.replace(/\{\w+\}/g, "1"))).toBeUndefined();
  },
);
