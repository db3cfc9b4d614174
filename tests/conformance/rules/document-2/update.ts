import { rule } from "../../rule";
import { expectRefusal, expectSuccess, waitForStatus } from "../../support";
import { activeDatabase, engineId, KINDS, updateDatabase } from "./databases";

const SECTION = "Document 2, Update request";

const WINDOW = { frequency: "weekly", duration: 1, hour_of_day: 5, day_of_week: 3, week_of_month: null };

const CHANGES: readonly (readonly [id: string, says: string, fields: object])[] = [
  ["label-3", "An update may set a label of 3 characters", { label: "abc" }],
  ["label-32", "An update may set a label of 32 characters", { label: "d".repeat(32) }],
  ["allow-list", "An update may set the `allow_list`", { allow_list: ["198.51.100.0/24"] }],
  ["updates", "An update may set the maintenance window", { updates: WINDOW }],
];

const REFUSED: readonly (readonly [id: string, field: string, says: string, wrong: readonly unknown[]])[] = [
  ["label", "label", "An update to a label outside of 3 to 32 characters is rejected", ["ab", "", "d".repeat(33)]],
  [
    "allow-list",
    "allow_list",
    "An update to an `allow_list` of anything but IP addresses and CIDR ranges is rejected",
    [["everybody"], ["203.0.113.300"], ["203.0.113.0/33"], [7], "203.0.113.0/24"],
  ],
  ["updates", "updates", "An update to a maintenance window that is no object is rejected", ["weekly", 3, []]],
  [
    "updates-types",
    "updates",
    "An update to a maintenance window with values of other types is rejected",
    [
      { ...WINDOW, frequency: 1 },
      { ...WINDOW, duration: "three" },
      { ...WINDOW, hour_of_day: "noon" },
      { ...WINDOW, day_of_week: "Sunday" },
      { ...WINDOW, week_of_month: "first" },
    ],
  ],
];

/** Updates. */
export const UPDATE_RULES = [
  ...CHANGES.map(([id, states, fields]) =>
    rule(`2.update.${id}`, SECTION)
      .states(states)
      .testEach(KINDS, async (service, kind) => {
        const { path } = await activeDatabase(service, kind);
        expect(await updateDatabase(service, path, fields)).toMatchObject(fields);
      }),
  ),
  ...REFUSED.map(([id, field, states, wrong]) =>
    rule(`2.update.${id}-refused`, SECTION)
      .states(states)
      .testEach(KINDS, async (service, kind) => {
        const { path, body } = await activeDatabase(service, kind);
        for (const value of wrong) expectRefusal(await service.put(path, { [field]: value }), field);
        expect(expectSuccess(await service.get(path))).toEqual(body);
      }),
  ),
  rule("2.update.all-optional", SECTION)
    .states("No field of an update is required, and what it leaves out stays as it is")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind, { allow_list: ["198.51.100.0/24"] });
      const { label, allow_list, updates } = body;
      expect(await updateDatabase(service, path, {})).toMatchObject({ label, allow_list, updates });
      expect(await updateDatabase(service, path, { label: "new" })).toMatchObject({ allow_list, updates });
      expect(await updateDatabase(service, path, { allow_list: [] })).toMatchObject({ label: "new", updates });
    }),
  rule("2.update.allow-list-overwrites", SECTION)
    .states("A new `allow_list` takes the place of all addresses that were there")
    .testEach(KINDS, async (service, kind) => {
      const { path } = await activeDatabase(service, kind, { allow_list: ["198.51.100.0/24", "203.0.113.0/24"] });
      const updated = await updateDatabase(service, path, { allow_list: ["192.0.2.0/24"] });
      expect(updated.allow_list).toEqual(["192.0.2.0/24"]);
      expect((await updateDatabase(service, path, { allow_list: [] })).allow_list).toEqual([]);
    }),
  rule("2.update.nothing-else", SECTION)
    .states("Only label, `allow_list` and maintenance window can be updated; nothing else of a database changes")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind);
      const engine = await engineId(service, kind, (version) => version !== body.version);
      const others = {
        region: "eu-west",
        type: "g6-standard-1",
        cluster_size: 3,
        encrypted: true,
        ssl_connection: false,
      };
      // The documents don't specify whether such a field is rejected or ignored.
      await service.put(path, { ...others, engine, label: "new" });
      const shown = await waitForStatus(service, path, "active");
      for (const field of [...Object.keys(others), "engine", "version"]) {
        expect([field, shown[field]]).toEqual([field, body[field]]);
      }
    }),
  rule("2.update.engine-version", "Document 2, What the service does")
    .states("The engine's version is never updated by itself")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind);
      service.emulator.clock.advance(15 * 24 * 60 * 60_000);
      const shown = expectSuccess(await service.get(path));
      expect([shown.engine, shown.version]).toEqual([body.engine, body.version]);
    }),
  rule("2.update.allow-list-pace", "Document 2, Rule 5")
    .states("An update of the `allow_list` can take a while, which is why updates should not follow each other rapidly")
    .untestable("Advice to callers. That the new list is shown in the end: `2.update.allow-list`."),
];
