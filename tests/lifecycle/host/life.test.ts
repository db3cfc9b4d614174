import { Deployment } from "../../support/deployment";
import { hostFrontEnd } from "../../support/host-front-end";
import { LIVES } from "../../support/lives";
import { aZone, listed } from "../../support/programs";
import { useService } from "../../support/service";

const service = useService({}, hostFrontEnd);

test.each(LIVES)(
  "$title is made, read, changed and deleted",
  async ({ kind, args, changes, made, changed, ...life }) => {
    const zone = life.inZone ? await aZone(service) : 0;
    const first = { ...args, ...(life.inZone ? { domainId: String(zone) } : {}) };
    const deployment = new Deployment(service, kind);

    expect(await deployment.up(first)).toBe("create");
    expect(await listed(service, life.list(zone))).toEqual([expect.objectContaining(made)]);
    expect(await deployment.preview(first)).toBe("same");
    expect(await deployment.refresh()).toBe("same");

    expect(await deployment.up({ ...first, ...changes })).toBe("update");
    expect(await listed(service, life.list(zone))).toEqual([expect.objectContaining(changed)]);
    expect(await deployment.up({ ...first, ...changes })).toBe("same");
    expect(await deployment.refresh()).toBe("same");

    await deployment.destroy();
    expect(await listed(service, life.list(zone))).toEqual([]);
  },
);
