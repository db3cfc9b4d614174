import { utimesSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { aFile, asset, made } from "../support/image-data";
import { aZone, MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
/** The engine itself compares the inputs, including hidden ones, and prints the names of those that differ. */
describe("the stored data about an image's file is not a difference by itself", () => {
  const image = (source: string, more = {}) => ({ region: "us-east", source, ...more });
  /** Names of the inputs that differ from the recorded ones, as the engine compares them. */
  const differences = async (deployment: Deployment, args: Values): Promise<string[]> => {
    const { inputs } = deployment.recorded();
    const checked = await deployment.check(deployment.process(), inputs, deployment.inputsFrom(args));
    return Object.keys(checked).filter((name) => !isDeepStrictEqual(checked[name], inputs[name]));
  };

  test("when other data replaces the image", async () => {
    const source = aFile("one");
    const deployment = await made(service, image(source, { label: "golden" }));
    writeFileSync(source, "another");
    expect(await differences(deployment, image(source, { label: "golden" }))).toEqual(["sourceHash"]);
    expect(await deployment.up(image(source, { label: "golden" }))).toBe("replace");
    expect(await differences(deployment, image(source, { label: "golden" }))).toEqual([]);
  });

  test("when another input changes and the file was rewritten", async () => {
    const source = aFile("one");
    const deployment = await made(service, image(source, { label: "golden" }));
    utimesSync(source, 1, 1);
    const args = image(source, { label: "golden", description: "new" });
    expect(await differences(deployment, args)).toEqual(["description"]);
    expect(await deployment.up(args)).toBe("update");
    // It is saved only now, when it causes no visible change.
    expect(await deployment.up(args)).toBe("same");
    expect(await differences(deployment, args)).toEqual([]);
  });

  test("when the source is not a file", async () => {
    const source = aFile("one");
    const deployment = await made(service, image(source, { label: "golden" }));
    const text = image("", { label: "golden", source: asset({ text: "two" }) });
    expect(await differences(deployment, text)).toEqual(["source", "sourceHash"]);
  });
});

test("marking a value as secret is not a change", async () => {
  const deployment = new Deployment(service, "DomainRecord");
  const record = { domainId: await aZone(service), type: "TXT", name: "key", target: "one" };
  await deployment.up(record);
  expect((await deployment.difference(record, { secrets: [["target"]] })).hasChanges).toBe(false);
});

test("a change of only the timeouts prints that no request is sent", async () => {
  const deployment = new Deployment(service, "Domain");
  await deployment.up(MASTER, { timeouts: { create: 60 } });
  service.forget();
  expect(await deployment.up(MASTER, { timeouts: { create: 90 } })).toBe("update");
  expect(service.said).toMatchObject([{ kind: "info", message: "customTimeouts: saved in state; no request is sent" }]);
  expect(service.writes()).toEqual([]);
});
