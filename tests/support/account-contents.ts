import { isAction, recordsOf } from "../../provider/definition/definition";
import { definitionOf, objects } from "../../provider/resources/registry";
import type { Exported } from "./exported-stack";
import { listed } from "./programs";
import type { Service } from "./service";

/** Of what a user can create; what belongs to something follows it. */
const COLLECTIONS = [
  ...objects.map(({ collection }) => collection),
  "/databases/mongodb/instances/{databaseId}/backups",
];

/** Everything that a user can create in the account, as JSON by its path. */
export async function contentsOf(service: Service): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const collection of COLLECTIONS) {
    const [root = "", below] = collection.split(/\{\w+\}/);
    const owners = [...contents.keys()].filter((path) => path.startsWith(root));
    for (const list of below === undefined ? [root] : owners.map((owner) => owner + below)) {
      for (const one of await listed(service, `${list}?page_size=500`)) {
        // The public images, and the backups that the service takes by itself, belong to nobody.
        if (one.is_public === true || one.type === "auto") continue;
        contents.set(`${list}/${String(one.id)}`, JSON.stringify(one));
      }
    }
  }
  service.forget();
  return contents;
}

/** Whether the contents include the cloud resource with this Pulumi ID, or with this ID in the API. */
export function includesId(contents: ReadonlyMap<string, string>, id: string): boolean {
  return [...contents.keys()].some((path) => path.endsWith(`/${id.split("/").at(-1)}`));
}

/** The paths of the cloud resources that a recorded resource stands for. */
export function pathsOf({ kind, id, outputs }: Exported): string[] {
  const definition = definitionOf(kind);
  const [parent = "", own = id] = definition.collection.includes("{") ? id.split("/") : [];
  const collection = definition.collection.replace(/\{\w+\}/, parent);
  if (recordsOf(definition)) return (outputs.recordIds as number[]).map((record) => `${collection}/${record}`);
  return isAction(definition) && kind !== "MongoDatabaseBackup" ? [] : [`${collection}/${own}`];
}

/** What the requests since the last `forget` created, started and deleted, by route. A PUT can be repeated. */
export function effectsOf(service: Service): string[] {
  return service
    .requests()
    .filter(({ method, status }) => (method === "POST" || method === "DELETE") && status >= 200 && status < 300)
    .map(({ method, route = "" }) => `${method} ${route}`);
}

/** One line for each value that occurs another number of times. */
export function differencesIn(wanted: readonly string[], got: readonly string[]): string[] {
  const times = (all: readonly string[], value: string): number => all.filter((one) => one === value).length;
  return [...new Set([...wanted, ...got])]
    .filter((value) => times(wanted, value) !== times(got, value))
    .map((value) => `${value}: ${times(got, value)} times instead of ${times(wanted, value)}`);
}
