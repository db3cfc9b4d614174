import { Deployment } from "../support/deployment";
import { aFile } from "../support/image-data";
import { aZone, DEPLOYED, MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const kinds = (): string[] => service.said.map(({ kind }) => kind);

describe("what progress has said in the row of a resource", () => {
  test("is taken out again when the operation is over, where somebody may watch", async () => {
    const deployment = new Deployment(service, "Instance");
    const watched = () => service.process({ watched: true })("Instance");
    await deployment.up(DEPLOYED, {}, watched());
    expect(kinds().filter((kind) => kind === "progress").length).toBeGreaterThan(1);
    expect(kinds().at(-1)).toBe("clear");
    expect(service.said.at(-1)?.urn).toBe(service.said[0]?.urn);
    service.said.length = 0;
    await deployment.destroy(watched());
    expect(kinds().slice(-2)).toEqual(["progress", "clear"]);
  });

  test("stays in a log, which has lines of its own for each message", async () => {
    await new Deployment(service, "Instance").up(DEPLOYED);
    expect(kinds()).toContain("progress");
    expect(kinds()).not.toContain("clear");
  });

  test("is nothing where nothing was said, and then nothing is taken out", async () => {
    await new Deployment(service, "Domain").up(MASTER, {}, service.process({ watched: true })("Domain"));
    expect(kinds()).toEqual([]);
  });
});

/** The engine's own comparison of the inputs would print the hidden ones, which it does not do where it is told the answer. */
describe("hidden options that change beside an argument", () => {
  test("leave the comparison to the engine where they do not change", async () => {
    const deployment = new Deployment(service, "Domain");
    await deployment.up(MASTER);
    expect((await deployment.difference({ ...MASTER, description: "new" })).changes).toBeUndefined();
  });

  test("are not compared by it: other data of an image is a replacement, told outright", async () => {
    const deployment = new Deployment(service, "Image", "golden");
    const image = (data: string) => ({ region: "us-east", source: aFile(data) });
    await deployment.up(image("one"));
    expect(await deployment.difference(image("two"))).toMatchObject({ changes: true, replaces: ["sourceHash"] });
  });

  test("are compared where replaceOnChanges needs it", async () => {
    const deployment = new Deployment(service, "Domain");
    await deployment.up(MASTER);
    const options = { replaceOnChanges: ["description"] };
    expect((await deployment.difference({ ...MASTER, description: "new" }, options)).changes).toBeUndefined();
  });

  test("are no change themselves", async () => {
    const deployment = new Deployment(service, "DomainRecord");
    const record = { domainId: await aZone(service), type: "TXT", name: "key", target: "one" };
    await deployment.up(record);
    expect((await deployment.difference(record, { secrets: [["target"]] })).changes).toBe(false);
  });
});

test("a change of the deadlines alone says that nothing is sent, since no property of the user's shows it", async () => {
  const deployment = new Deployment(service, "Domain");
  await deployment.up(MASTER, { timeouts: { create: 60 } });
  service.forget();
  expect(await deployment.up(MASTER, { timeouts: { create: 90 } })).toBe("update");
  expect(service.said).toMatchObject([{ kind: "info", message: "customTimeouts: noted for later; nothing is sent" }]);
  expect(service.writes()).toEqual([]);
});
