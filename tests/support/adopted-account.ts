import { adopt } from "../../cli/adopt/adopt";
import type { Adopted } from "../../cli/adopt/adopt";
import { readOptions } from "../../cli/adopt/options";
import { openAccount } from "../../cli/account/account";
import { managedKeys } from "../../cli/state/managed-keys";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { ZONE } from "./arbitrary-args";
import type { Declared } from "./arbitrary-stacks";
import { Deployment, expectSettled } from "./deployment";
import { exported } from "./drift-scan";
import { evaluated } from "./evaluated-program";
import type { Constructed } from "./evaluated-program";
import type { Exported } from "./exported-stack";
import { aZone } from "./programs";
import type { Service } from "./service";

/** Creates what a random program declares, in two existing zones; returns what the stack exports of it. */
export async function makeAll(service: Service, resources: readonly Declared[]): Promise<Exported[]> {
  const [zone, other] = [await aZone(service, ZONE), await aZone(service, "other.example")];
  const completed: Readonly<Record<string, Values>> = {
    DomainRecord: { domainId: zone },
    DomainRecordSet: { domainId: other },
  };
  const made: Exported[] = [];
  for (const { kind, name, args } of resources) {
    const deployment = new Deployment(service, kind, name);
    await deployment.up({ ...args[0], ...completed[kind] });
    made.push(exported(kind, deployment, name));
  }
  service.forget();
  return made;
}

/** What the command would write with these options; `state` is the export of the stack to extend. */
export async function adopted(service: Service, options: readonly string[] = [], state?: string): Promise<Adopted> {
  const { url, token } = service.emulator;
  const account = openAccount(
    { url, token, brand: "compute" },
    {
      signal: new AbortController().signal,
      clock: service.clock,
      retries: { retries: 3, firstDelayMs: 1, longestDelayMs: 1 },
    },
  );
  const resources = state === undefined ? [] : stackStateOf(state, "dev").resources;
  const keys = managedKeys(
    resources.map((resource) => ({ resource, url: undefined })),
    "",
  );
  return adopt(account, readOptions(options), { keys, resources, isExtended: state !== undefined });
}

/** The resources that the program constructs. */
export async function programFor(service: Service, options: readonly string[] = []): Promise<Constructed[]> {
  const { program } = await adopted(service, options);
  return evaluated(program.files);
}

/** Previews and runs the program, and expects that it adopts everything without a write, and then has no changes. */
export async function expectTakenOver(service: Service, constructed: readonly Constructed[]): Promise<void> {
  service.forget();
  const stack = constructed.map((one) => ({ ...one, deployment: new Deployment(service, one.kind, one.name) }));
  const preview = service.process();
  for (const { deployment, kind, args, importId } of stack) {
    await deployment.previewNew(args, { import: importId }, preview(kind));
  }
  const up = service.process();
  for (const { deployment, kind, args, importId } of stack) {
    expect(await deployment.up(args, { import: importId }, up(kind))).toBe("create");
    expect(deployment.recorded().id).toBe(importId);
  }
  for (const { deployment, args, importId } of stack) {
    await expectSettled(deployment, args, { import: importId });
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
  }
  expect(service.writes()).toEqual([]);
}
