import { Deployment } from "../support/deployment";
import { hostFrontEnd } from "../support/host-front-end";
import { aZone, DEPLOYED, MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService({}, hostFrontEnd);
const kinds = (): string[] => service.said.map(({ kind }) => kind);

describe("progress in the row of a resource", () => {
  test("is cleared when the operation ends, if the display is interactive", async () => {
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

  test("stays in a log, which has a line for each message", async () => {
    await new Deployment(service, "Instance").up(DEPLOYED);
    expect(kinds()).toContain("progress");
    expect(kinds()).not.toContain("clear");
  });

  test("is neither printed nor cleared if there is none", async () => {
    await new Deployment(service, "Domain").up(MASTER, {}, service.process({ watched: true })("Domain"));
    expect(kinds()).toEqual([]);
  });

  test("is throttled if a count changes too fast to read", async () => {
    const domainId = await aZone(service);
    const records = Array.from({ length: 200 }, (_, index) => ({ type: "TXT", name: `r${index}`, target: "x" }));
    await new Deployment(service, "DomainRecordSet").up({ domainId, records });
    // The test clock stands still meanwhile.
    expect(service.messages("progress")).toEqual(["2 of 200 records", "all 200 records"]);
  });
});
