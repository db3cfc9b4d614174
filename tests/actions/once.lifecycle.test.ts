import { ACTION_KINDS, aWorldFor } from "../support/action-worlds";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { errorOfInterrupted } from "../support/interrupted-run";
import { errorOf, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { useStoppedRuns } from "../support/stack";

const service = useService();
const runs = useStoppedRuns(service);

/** A new action, and everything that it needs. */
const acting = async (kind: string) => ({
  ...(await aWorldFor(service, kind)),
  deployment: new Deployment(service, kind),
});

/** Actions that create something that the API can show. */
const HAVE_OBJECTS = ["InstanceSnapshot", "MongoDatabaseBackup"];

describe.each(ACTION_KINDS)("%s", (kind) => {
  test("runs once and waits for the result; what follows sends no write, and a preview without changes no request", async () => {
    const { deployment, args, post, timesDone } = await acting(kind);
    expect(await deployment.up(args)).toBe("create");
    expect(service.writes()).toEqual([post]);
    expect(await timesDone()).toBe(1);
    service.forget();
    expect(await deployment.preview(args)).toBe("same");
    expect(service.requests()).toEqual([]);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
    if (!HAVE_OBJECTS.includes(kind)) expect(service.requests()).toEqual([]);
    expect(service.writes()).toEqual([]);
    service.forget();
    await deployment.destroy();
    // Only a backup is deleted with its resource.
    if (kind !== "MongoDatabaseBackup") expect(service.requests()).toEqual([]);
  });

  test("runs exactly once more when triggers are changed or removed, which preview announces", async () => {
    const { deployment, args, post } = await acting(kind);
    await deployment.up({ ...args, triggers: [{ release: 1, notes: "x" }] });
    expect(await deployment.up({ ...args, triggers: [{ notes: "x", release: 1 }] })).toBe("same");
    service.said.length = 0;
    expect(await deployment.preview({ ...args, triggers: [{ release: 1 }] })).toBe("replace");
    expect(service.messages("info")).toEqual([
      expect.stringMatching(/^triggers: (runs the action again|takes another|creates another)/),
    ]);
    expect(service.timesSent(post)).toBe(1);
    expect(await deployment.up({ ...args, triggers: [{ release: 1 }] })).toBe("replace");
    expect(service.timesSent(post)).toBe(2);
    expect(await deployment.up(args)).toBe("replace");
    expect(service.timesSent(post)).toBe(3);
    expect(await deployment.up(args)).toBe("same");
  });

  test("does not run again if a completed update ran it and its state was lost, as preview announces", async () => {
    const { deployment, args, post } = await acting(kind);
    await runs.complete(kind, (handlers) => deployment.up(args, {}, handlers));
    const lost = new Deployment(service, kind);
    service.said.length = 0;
    await lost.previewNew(args, {}, runs.process()(kind));
    expect(service.warnings()).toEqual([expect.stringMatching(/completed, so the state had the result\. .*triggers/)]);
    expect(await messageOf(lost.up(args, {}, runs.process()(kind)))).toMatch(
      /If that state was lost, set `alreadyDone/,
    );
    expect(service.timesSent(post)).toBe(1);
  });

  test("keeps the ID when the wait times out, and resumes it on the next up", async () => {
    const { deployment, args, post, timesDone } = await acting(kind);
    // The reset finishes at once; all others take longer than the API's first responses.
    const isSlow = kind !== "MongoCredentialsReset";
    const run = deployment.up(args, { timeouts: { create: 0.001 } });
    if (!isSlow) return void (await run);
    const error: HandlerError = await errorOf(run);
    expect(error.id).toBeDefined();
    expect(error.message).toMatch(/after 0.001 seconds.*same command.*does not run again.*customTimeouts/);
    expect(await deployment.preview(args)).toBe("update");
    expect(await deployment.up(args)).toBe("update");
    expect(service.timesSent(post)).toBe(1);
    expect(await timesDone()).toBe(1);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
  });

  test("stops waiting when the update is interrupted, and resumes on the next up", async () => {
    const { deployment, args, post } = await acting(kind);
    await errorOfInterrupted(deployment, args, () => service.timesSent(post) > 0);
    expect(deployment.state).toBeDefined();
    await deployment.up(args);
    expect(service.timesSent(post)).toBe(1);
  });

  test("starts nothing after Ctrl-C", async () => {
    const { deployment, args } = await acting(kind);
    const signal = AbortSignal.abort(new Error("stopped by the user"));
    await errorOf(deployment.up(args, {}, deployment.process({ signal })));
    expect(service.writes()).toEqual([]);
    expect(deployment.state).toBeUndefined();
  });

  test("fails at once on a rejection, without saving an ID", async () => {
    const { deployment, args, post, request } = await acting(kind);
    service.emulator.faults.add({ ...request, effect: { kind: "status", status: 403 } });
    const error = await errorOf(deployment.up(args));
    expect(error).not.toHaveProperty("id");
    expect(error.message).toContain("HTTP 403");
    expect(service.timesSent(post)).toBe(1);
  });

  test("retries while the API is busy with something else", async () => {
    const { deployment, args, post, request, timesDone } = await acting(kind);
    const updating = "Your database is updating; please wait until it becomes active to perform this operation.";
    const body = { errors: [{ reason: kind.startsWith("Mongo") ? updating : "Compute busy." }] };
    service.emulator.faults.add({ ...request, times: 3, effect: { kind: "status", status: 400, body } });
    await deployment.up(args);
    expect(service.timesSent(post)).toBe(4);
    expect(await timesDone()).toBe(1);
    expect(service.messages()).toContainEqual(expect.stringMatching(/(busy|please wait.*[^.]); waiting to retry$/));
  });

  test("stops retrying at its timeout", async () => {
    const { deployment, args, request } = await acting(kind);
    const body = { errors: [{ reason: "Compute busy." }, { reason: "Wait." }] };
    service.emulator.faults.add({ ...request, times: "always", effect: { kind: "status", status: 400, body } });
    expect(await messageOf(deployment.up(args, { timeouts: { create: 60 } }))).toMatch(
      /\(Compute busy; Wait\) after 60 seconds.*Nothing was changed.*same command/,
    );
    expect(deployment.state).toBeUndefined();
  });
});

describe.each(ACTION_KINDS.filter((kind) => !HAVE_OBJECTS.includes(kind)))("%s has no stored resource", (kind) => {
  test("cannot be imported, as preview reports, or read by ID", async () => {
    const { deployment, args } = await acting(kind);
    service.forget();
    const message = await messageOf(deployment.up(args, { import: "1/2" }));
    expect(message).toContain("import: remove this option: an action has no resource to import");
    expect(service.requests()).toEqual([]);
    const read = deployment.process().read({ id: "1/2", state: {} });
    expect(await messageOf(read)).toMatch(/is an action.*Remove the `import` option/);
  });

  test("is recorded without a request if the program sets alreadyDone", async () => {
    const { deployment, args, post, timesDone } = await acting(kind);
    await deployment.previewNew({ ...args, alreadyDone: true });
    expect(service.warnings()).toEqual([expect.stringMatching(/^alreadyDone: .*without sending a request/)]);
    expect(await deployment.up({ ...args, alreadyDone: true })).toBe("create");
    expect(service.warnings()).toContainEqual(expect.stringContaining("Remove `alreadyDone` now"));
    expect(await deployment.up({ ...args, alreadyDone: true })).toBe("same");
    expect(await deployment.up(args)).toBe("same");
    expect(service.writes()).toEqual([]);
    expect(await deployment.up({ ...args, triggers: ["once more"] })).toBe("replace");
    expect(service.writes()).toEqual([post]);
    expect(await timesDone()).toBe(1);
  });
});
