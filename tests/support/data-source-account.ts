import type { Values } from "../../provider/definition/values";
import type { DataSourceService } from "./data-sources";

/** Ids of an account's resources. */
export type AccountIds = Awaited<ReturnType<typeof anAccount>>;

/** Creates, directly through the API, two resources of every type that has filters; the ids are those of the first. */
export async function anAccount(service: DataSourceService) {
  const { emulator } = service;
  const make = async (path: string, body: Values): Promise<number> =>
    Number((await service.ask("POST", path, body)).id);
  const place = { region: "us-east", type: "g6-nanode-1" };

  const web = { image: "compute/debian11", root_pass: "correct-horse-1", tags: ["blue", "green"], group: "shop" };
  const instance = await make("/compute/instances", { ...place, ...web, label: "web", backups_enabled: true });
  await make("/compute/instances", { ...place, region: "eu-west", label: "empty", tags: ["blue"] });
  const zone = (name: string) => ({ domain: name, type: "master", soa_email: `admin@${name}` });
  const domain = await make("/domains", { ...zone("one.example"), tags: ["blue", "green"], group: "büro" });
  await make("/domains", { ...zone("two.example"), tags: ["blue"] });
  const record = await make(`/domains/${domain}/records`, { type: "CAA", target: "ca.example", tag: "issue" });
  await make(`/domains/${domain}/records`, { type: "A", name: "www", target: "192.0.2.1" });
  const cluster = { ...place, type: "g6-standard-1" };
  const mongo = await make("/databases/mongodb/instances", { ...cluster, label: "orders", engine: "mongodb/4.4.10" });
  const other = { ...cluster, region: "eu-west", label: "carts", engine: "mongodb/4.2.11" };
  await make("/databases/mongodb/instances", other);
  const mysql = await make("/databases/mysql/instances", { ...cluster, label: "users", engine: "mysql/8.0.26" });
  emulator.clock.advance(60_000);

  const backup = await make(`/compute/instances/${instance}/backups`, { label: "before" });
  await make(`/databases/mongodb/instances/${mongo}/backups`, { label: "before" });
  emulator.clock.advance(60_000);
  const { data } = await service.ask("GET", `/databases/mongodb/instances/${mongo}/backups`);
  const mongoBackup = Number((data as Values[])[0]?.id);
  service.forget();
  return { instance, backup, domain, record, mongo, mongoBackup, mysql };
}

/** The path with the ID of the account's resource in place of each `{name}`. */
export function located(path: string, ids: AccountIds): string {
  return path.replace(/\{(\w+)\}/g, (_, name: keyof AccountIds) => String(ids[name]));
}

/** The inputs with the ID of the account's resource in place of each value that names one. */
export function withIds(args: Values, ids: AccountIds): Values {
  const idOf = (value: unknown): unknown => ids[value as keyof AccountIds] ?? value;
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, idOf(value)]));
}
