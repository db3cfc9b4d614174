import type { Values } from "../../provider/definition/values";
import { specimenOf } from "../kinds";
import { writesBelow } from "../support/action-programs";
import { deployed } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { DEPLOYED } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const TAGS = { tags: ["next"] };

/** Somebody else brings the resource to these inputs; their requests are not counted. */
async function changeOutside(deployment: Deployment, args: Values): Promise<void> {
  await deployment.copy().up(args);
  service.clock.advance(600_000);
  service.said.length = 0;
  service.forget();
}

const notUndone = (): readonly string[] => service.warnings().filter((one) => one.includes("not undone"));

/** What the API shows of an instance; the other inputs of `inPlace` are write-only. */
const SHOWN = ["image", "type", "backupsEnabled", "booted", "privateIp"];

describe("what somebody else changed stays beside an update of tags, which names it", () => {
  const { inPlace } = specimenOf("Instance");
  const rows = Object.entries(inPlace).map(([name, { before, after }]) => ({ name, before, after }));

  test.each(rows.filter(({ name }) => SHOWN.includes(name)))("$name", async ({ name, before, after }) => {
    const declared = { ...before, [name]: before[name] ?? false, ...(name === "booted" && { booted: true }) };
    const start = { ...declared, label: "web", confirmBackupsDeletion: true };
    const { deployment, path } = await deployed(service, "Instance", start);
    await changeOutside(deployment, { ...start, [name]: after[name] });
    const live = await service.ask("GET", path);
    service.forget();
    expect(await deployment.up({ ...start, ...TAGS })).toBe("update");
    expect(writesBelow(service)).toEqual(["PUT "]);
    const { tags: _, updated: __, ...others } = live;
    expect(await service.ask("GET", path)).toMatchObject({ ...others, ...TAGS });
    expect(notUndone()).toEqual([expect.stringMatching(new RegExp(`: ${name}\\..*pulumi up --refresh`))]);
    // Nothing is announced later that nobody asked for, and a refresh still finds it.
    expect(await deployment.up({ ...start, ...TAGS })).toBe("same");
    expect(await deployment.refresh()).toBe("drift");
  });

  test("an instance without rebuildOnImageChange, which no update may rebuild", async () => {
    const { deployment, path } = await deployed(service, "Instance", { ...DEPLOYED, label: "web" });
    await service.ask("POST", `${path}/rebuild`, { image: "compute/ubuntu22.04", root_pass: "another-horse-2" });
    service.clock.advance(600_000);
    service.forget();
    await deployment.up({ ...DEPLOYED, label: "web", ...TAGS });
    expect(writesBelow(service)).toEqual(["PUT "]);
  });
});
