import type { Started } from "../../../emulator/support/client";
import { INSTANCES, ROOMY } from "../../../emulator/support/instances";
import { MINUTE_MS } from "../../../support/time";
import { rule } from "../../rule";
import { expectSuccess, LONG_MS, waitFor, waitForStatus } from "../../support";
import { STATUSES } from "./instance-fields";
import { backedUp, running } from "./support";

const STATES = "Document 1, States and transitions";
const WATCHDOG = `${STATES}; Instance; Limits`;

/** Twice as many steps of the clock as a job takes. */
const MOST_LOOKS = 20;

/** Cuts the power of a running instance; returns whether it is booted again within a minute. */
async function survives(service: Started, id: number): Promise<boolean> {
  service.emulator.poke("instance", id, { powerLoss: true });
  service.emulator.clock.advance(MINUTE_MS);
  return (await service.get(`${INSTANCES}/${id}`)).body.status === "running";
}

export const INSTANCE_STATE_RULES = [
  rule("1.states.maintenance", `${STATES}; Instance`)
    .states("Maintenance shows as stopped, without anybody's action and whatever the status was")
    .testOn(running, async (service, { id }) => {
      for (const before of STATUSES) {
        service.emulator.poke("instance", id, { status: before });
        service.emulator.poke("instance", id, { status: "stopped" });
        service.emulator.clock.advance(LONG_MS);
        expect((await service.get(`${INSTANCES}/${id}`)).body.status).toBe("stopped");
      }
    }),
  rule("1.states.known-values-only", STATES)
    .states("Through snapshot, restore, clone and deletion, the status shows nothing but its twelve values")
    .test(async (service) => {
      const seen = new Set<string>();
      const { id, backup } = await backedUp(service);
      const target = await service.create(INSTANCES, ROOMY);
      const path = `${INSTANCES}/${id}`;
      const watch = async (watched: number) => {
        let [looks, gone] = [0, false];
        await waitFor(service, `${INSTANCES}/${watched}`, ({ status, body }) => {
          gone = status >= 400;
          if (!gone) seen.add(body.status);
          return gone || ++looks > MOST_LOOKS;
        });
        return gone;
      };
      const body = { compute_id: target.id, overwrite: true };
      expectSuccess(await service.post(`${path}/backups/${backup.id}/restore`, body));
      expect(await watch(target.id)).toBe(false);
      expectSuccess(await service.post(`${path}/clone`, { compute_id: target.id }));
      expect(await watch(target.id)).toBe(false);
      expectSuccess(await service.delete(path));
      expect(await watch(id)).toBe(true);
      expect(STATUSES).toEqual(expect.arrayContaining([...seen]));
    }),
  rule("1.watchdog.boots", WATCHDOG)
    .states("With the watchdog, an instance that lost its power is booted again")
    .testOn(running, async (service, { id }) => {
      expect((await service.get(`${INSTANCES}/${id}`)).body).toMatchObject({ watchdog_enabled: true });
      service.emulator.poke("instance", id, { powerLoss: true });
      await waitForStatus(service, `${INSTANCES}/${id}`, "booting");
      await waitForStatus(service, `${INSTANCES}/${id}`, "running");
    }),
  rule("1.watchdog.off", WATCHDOG)
    .states("Without the watchdog, an instance that lost its power stays off")
    .testOn(running, async (service, { id }) => {
      expectSuccess(await service.put(`${INSTANCES}/${id}`, { watchdog_enabled: false }));
      service.emulator.poke("instance", id, { powerLoss: true });
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`${INSTANCES}/${id}`)).body.status).toBe("offline");
    }),
  rule("1.watchdog.unexpected-only", WATCHDOG, { usesExtensions: true })
    .states("The watchdog acts only when no shutdown job was responsible")
    .testOn(running, async (service, { id }) => {
      expectSuccess(await service.post(`${INSTANCES}/${id}/shutdown`));
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`${INSTANCES}/${id}`)).body.status).toBe("offline");
    }),
  rule("1.watchdog.gives-up", WATCHDOG)
    .states("The watchdog gives up after more than five boot jobs within fifteen minutes")
    .testOn(running, async (service, { id }) => {
      service.emulator.clock.advance(15 * MINUTE_MS);
      for (let losses = 1; losses <= 5; losses++) expect(await survives(service, id)).toBe(true);
      // The sentence doesn't specify whether the sixth boot job still runs; a seventh does not.
      if (await survives(service, id)) expect(await survives(service, id)).toBe(false);
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`${INSTANCES}/${id}`)).body.status).toBe("offline");
    }),
  rule("1.watchdog.fifteen-minutes", WATCHDOG)
    .states("Boot jobs that are spread over more than fifteen minutes do not make the watchdog give up")
    .testOn(running, async (service, { id }) => {
      for (let losses = 1; losses <= 10; losses++) {
        service.emulator.clock.advance(4 * MINUTE_MS);
        expect(await survives(service, id)).toBe(true);
      }
    }),
];
