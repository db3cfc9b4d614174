import { Deployment } from "../../support/deployment";
import { hostFrontEnd } from "../../support/host-front-end";
import { DEPLOYED, MASTER } from "../../support/programs";
import { useService } from "../../support/service";

const service = useService({}, hostFrontEnd);
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
