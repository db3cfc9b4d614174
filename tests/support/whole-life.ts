import type { Life } from "../kinds/specimen";
import { collectionOf, Deployment, pathOf, placed } from "./deployment";
import { misfits, schema } from "./package-schema";
import { listed } from "./programs";
import type { Service } from "./service";

/**
 * Creates, reads, updates and deletes the resource, as a program would: with one POST (and what an origin then leaves to do) and one
 * PUT, and no request while nothing changes. The outputs have the types of the package schema.
 */
export async function expectWholeLife(service: Service, { kind, needs, ...life }: Life): Promise<void> {
  const { args, list } = await placed(service, kind, life.args, needs);
  // The ID of a zone may also be a string.
  const first = "domainId" in args ? { ...args, domainId: String(args.domainId) } : args;
  const deployment = new Deployment(service, kind);
  const idsBefore = (await listed(service, list)).map(({ id }) => id);
  const own = async () => (await listed(service, list)).filter(({ id }) => !idsBefore.includes(id));
  service.forget();

  expect(await deployment.up(first)).toBe("create");
  const writes = service.writes().map((write) => write.replace(/\d+(?=\/)/, "*"));
  const { post } = life;
  expect(writes.filter((write) => post === undefined || write.startsWith("POST "))).toEqual([
    `POST ${post ?? collectionOf(kind)}`,
  ]);
  expect(await own()).toEqual([expect.objectContaining(life.made)]);
  const schemaOfKind = schema.resources[`compute:index:${kind}`];
  expect(schemaOfKind && misfits(schemaOfKind, deployment.recorded().outputs)).toEqual([]);
  service.forget();
  expect(await deployment.preview(first)).toBe("same");
  expect(await deployment.up(first)).toBe("same");
  expect(await deployment.preview({ ...first, tags: ["x"] }).catch(() => "refused")).not.toBe("same");
  expect(service.requests()).toEqual([]);
  expect(await deployment.refresh()).toBe("same");

  expect(await deployment.up({ ...first, ...life.changes })).toBe("update");
  expect(service.writes()).toEqual([`PUT ${pathOf(kind, list, deployment.recorded().id)}`]);
  expect(await own()).toEqual([expect.objectContaining(life.changed)]);
  expect(await deployment.up({ ...first, ...life.changes })).toBe("same");
  expect(await deployment.refresh()).toBe("same");

  await deployment.destroy();
  expect(await own()).toEqual([]);
}
