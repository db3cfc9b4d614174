import { utimesSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { aFile, asset } from "../support/image-data";
import { aZone, MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
/** The engine compares the inputs itself, the hidden ones too, and prints the names of those that differ. */
describe("what is remembered of an image's file is no difference of its own", () => {
  const image = (source: string, more = {}) => ({ region: "us-east", source, ...more });
  const golden = () => new Deployment(service, "Image", "golden");
  /** Names of the inputs that differ from the recorded ones, as the engine sees them. */
  const differences = async (deployment: Deployment, args: Values): Promise<string[]> => {
    const { inputs } = deployment.recorded();
    const checked = await deployment.check(deployment.process(), inputs, deployment.inputsFrom(args));
    return Object.keys(checked).filter((name) => !isDeepStrictEqual(checked[name], inputs[name]));
  };

  test("where other data replaces the image", async () => {
    const deployment = golden();
    const source = aFile("one");
    await deployment.up(image(source, { label: "golden" }));
    writeFileSync(source, "another");
    expect(await differences(deployment, image(source, { label: "golden" }))).toEqual(["sourceHash"]);
    expect(await deployment.up(image(source, { label: "golden" }))).toBe("replace");
    expect(await differences(deployment, image(source, { label: "golden" }))).toEqual([]);
  });

  test("where another argument changes beside a file that was written again", async () => {
    const deployment = golden();
    const source = aFile("one");
    await deployment.up(image(source, { label: "golden" }));
    utimesSync(source, 1, 1);
    const args = image(source, { label: "golden", description: "new" });
    expect(await differences(deployment, args)).toEqual(["description"]);
    expect(await deployment.up(args)).toBe("update");
    // Only now, where it changes nothing that anybody sees, it is remembered.
    expect(await deployment.up(args)).toBe("same");
    expect(await differences(deployment, args)).toEqual([]);
  });

  test("where the source is something else than a file", async () => {
    const deployment = golden();
    const source = aFile("one");
    await deployment.up(image(source, { label: "golden" }));
    const text = image("", { label: "golden", source: asset({ text: "two" }) });
    expect(await differences(deployment, text)).toEqual(["source", "sourceHash"]);
  });
});

test("a mark of a secret is no change itself", async () => {
  const deployment = new Deployment(service, "DomainRecord");
  const record = { domainId: await aZone(service), type: "TXT", name: "key", target: "one" };
  await deployment.up(record);
  expect((await deployment.difference(record, { secrets: [["target"]] })).hasChanges).toBe(false);
});

test("a change of the deadlines alone says that nothing is sent, since no property of the user's shows it", async () => {
  const deployment = new Deployment(service, "Domain");
  await deployment.up(MASTER, { timeouts: { create: 60 } });
  service.forget();
  expect(await deployment.up(MASTER, { timeouts: { create: 90 } })).toBe("update");
  expect(service.said).toMatchObject([{ kind: "info", message: "customTimeouts: saved in state; no request is sent" }]);
  expect(service.writes()).toEqual([]);
});
