import { Deployment } from "../support/deployment";
import { MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const warnings = (): string[] => service.said.filter(({ kind }) => kind === "warn").map(({ message }) => message);

test.each(["0.0.0.0/0", "::/0", "10.0.0.0/0"])(
  "a zone that %s may transfer is warned of when that is new, and not again",
  async (range) => {
    const deployment = new Deployment(service, "Domain");
    const open = { ...MASTER, axfrIps: ["192.0.2.0/24", range] };
    await deployment.up(MASTER);
    await deployment.preview(open);
    expect(warnings()).toEqual([expect.stringContaining(`axfrIps: ${range} lets everybody`)]);
    await deployment.up(open);
    service.said.length = 0;
    expect(await deployment.up(open)).toBe("same");
    expect(warnings()).toEqual([]);
  },
);

test("a zone that some may transfer is nothing to warn of", async () => {
  await new Deployment(service, "Domain").up({ ...MASTER, axfrIps: ["192.0.2.0/24", "2001:db8::/10", "192.0.2.10"] });
  expect(warnings()).toEqual([]);
});
