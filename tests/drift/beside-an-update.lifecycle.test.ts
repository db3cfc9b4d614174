import type { Values } from "../../provider/definition/values";
import { specimenOf } from "../kinds";
import { writesBelow } from "../support/action-programs";
import { deployed } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { DEPLOYED, MASTER, errorOf } from "../support/programs";
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

test("an update of the timeouts alone sends nothing", async () => {
  const { deployment, args, path } = await deployed(service, "Domain", MASTER);
  await service.ask("PUT", path, { soa_email: "other@example.com" });
  service.forget();
  await deployment.up(args, { timeouts: { update: 99 } });
  expect(service.writes()).toEqual([]);
});

describe("after an update that failed, the next one does what its preview shows", () => {
  const ZONE = { ...MASTER, ttlSec: 300, group: "ours" };
  const REBUILT = { ...DEPLOYED, label: "web", rebuildOnImageChange: true };
  const OTHER = { ...REBUILT, image: "compute/ubuntu22.04" };
  const ERASED = /all its disks are erased/;

  /** A resource whose update failed, although the request arrived. */
  async function unanswered(kind: string, before: Values, after: Values) {
    const { deployment, path } = await deployed(service, kind, before);
    const method = kind === "Instance" ? "POST" : "PUT";
    service.emulator.faults.add({ method, path: "/**", times: "always", effect: { kind: "lostResponse" } });
    await errorOf(deployment.up(after));
    service.emulator.faults.clear();
    service.clock.advance(600_000);
    service.forget();
    service.said.length = 0;
    return { deployment, path };
  }

  test("a value that may have arrived is taken back if the program no longer has it", async () => {
    const { deployment, path } = await unanswered("Domain", ZONE, { ...ZONE, ttlSec: 3600 });
    expect(await service.ask("GET", path)).toMatchObject({ ttl_sec: 3600 });
    expect(await deployment.up(ZONE)).toBe("update");
    expect(await service.ask("GET", path)).toMatchObject({ ttl_sec: 300 });
    expect(await deployment.up(ZONE)).toBe("same");
  });

  test("what somebody else changed is neither announced nor undone", async () => {
    const { deployment, path } = await deployed(service, "Domain", ZONE);
    await service.ask("PUT", path, { group: "theirs" });
    service.emulator.faults.add({ method: "PUT", path: "/**", times: "always", effect: { kind: "lostResponse" } });
    const after = { ...ZONE, ttlSec: 3600 };
    await errorOf(deployment.up(after));
    service.emulator.faults.clear();
    expect(deployment.recorded().outputs).toMatchObject({ ttlSec: 300, group: "ours" });
    expect(await deployment.up(after)).toBe("update");
    expect(await service.ask("GET", path)).toMatchObject({ ttl_sec: 3600, group: "theirs" });
    expect(await deployment.up(after)).toBe("same");
    expect(await deployment.refresh()).toBe("drift");
  });

  test("an instance that somebody switched off since stays off", async () => {
    const { deployment, path } = await unanswered("Instance", REBUILT, { ...REBUILT, privateIp: true });
    await service.ask("POST", `${path}/shutdown`);
    service.clock.advance(600_000);
    service.forget();
    expect(await deployment.up({ ...REBUILT, privateIp: true })).toBe("update");
    expect(service.writes()).toEqual([]);
  });

  test("a rebuild that took place is not announced as a loss, and not sent again", async () => {
    const { deployment } = await unanswered("Instance", REBUILT, OTHER);
    expect(await deployment.preview(OTHER)).toBe("update");
    expect(service.warnings()).toEqual([]);
    expect(service.messages("info")).toContain("image: the instance already has it; no request is sent for it");
    await deployment.up(OTHER);
    expect(service.writes()).toEqual([]);
  });

  test("a rebuild that takes it back is announced as a loss", async () => {
    const { deployment } = await unanswered("Instance", REBUILT, OTHER);
    expect(await deployment.preview(REBUILT)).toBe("update");
    expect(service.warnings()).toEqual([expect.stringMatching(ERASED)]);
    await deployment.up(REBUILT);
    expect(writesBelow(service)).toEqual(["POST /rebuild"]);
  });

  test("without rebuildOnImageChange, an uncertain rebuild replaces nothing", async () => {
    const { deployment } = await unanswered("Instance", REBUILT, OTHER);
    expect(await deployment.preview({ ...REBUILT, rebuildOnImageChange: false })).toBe("update");
    expect(service.warnings()).toEqual([]);
  });

  test("while the live object cannot be read, the loss is announced", async () => {
    const { deployment } = await unanswered("Instance", REBUILT, OTHER);
    service.emulator.faults.add({
      method: "GET",
      path: "/compute/instances/**",
      times: "always",
      effect: { kind: "status", status: 500 },
    });
    await deployment.preview(OTHER);
    expect(service.warnings()).toEqual([expect.stringMatching(ERASED)]);
  });
});
