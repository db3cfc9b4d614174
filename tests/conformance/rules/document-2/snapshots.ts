import { rule } from "../../rule";
import { expectRefusal, expectSuccess, waitFor } from "../../support";
import { activeDatabase, becomes, mongodb, takeSnapshot } from "./databases";

const ENDPOINT = "Document 2, Endpoints";
const LIMITS = "Document 2, Limits";

const ACCEPTED: readonly (readonly [id: string, section: string, says: string, body: object, cluster: 1 | 3])[] = [
  ["label-3", LIMITS, "The label of a snapshot may have 3 characters", { label: "abc" }, 1],
  ["label-64", LIMITS, "The label of a snapshot may have 64 characters", { label: "d".repeat(64) }, 1],
  ["target-primary", ENDPOINT, "A snapshot may name the primary node", { label: "Node", target: "primary" }, 3],
  ["target-secondary", ENDPOINT, "A snapshot may name the secondary node", { label: "Node", target: "secondary" }, 3],
  ["target-optional", ENDPOINT, "A snapshot need not name a node", { label: "Node" }, 3],
];

const REFUSED: readonly (readonly [field: string, section: string, says: string, wrong: readonly object[]])[] = [
  [
    "label",
    LIMITS,
    "A snapshot without a label of 3 to 64 characters is rejected",
    [{}, { label: "ab" }, { label: "" }, { label: "d".repeat(65) }, { label: 12345 }],
  ],
  [
    "target",
    ENDPOINT,
    "A snapshot of anything but primary or secondary is rejected",
    [
      { label: "Node", target: "both" },
      { label: "Node", target: 1 },
    ],
  ],
];

/** Snapshots. */
export const SNAPSHOT_RULES = [
  ...ACCEPTED.map(([id, section, states, body, cluster_size]) =>
    rule(`2.snapshot.${id}`, section)
      .states(states)
      .test(async (service) => {
        const { path } = await activeDatabase(service, "mongodb", { cluster_size });
        expect(expectSuccess(await service.post(`${path}/backups`, body))).toEqual({});
        await waitFor(service, `${path}/backups`, (reply) => reply.body.data.some(({ type }) => type === "snapshot"));
      }),
  ),
  ...REFUSED.map(([field, section, states, wrong]) =>
    rule(`2.snapshot.${field}-refused`, section)
      .states(states)
      .testOn(mongodb, async (service, { path }) => {
        for (const body of wrong) expectRefusal(await service.post(`${path}/backups`, body), field);
        await takeSnapshot(service, { path });
      }),
  ),
  rule("2.snapshot.record", "Document 2, Rule 1")
    .states("A snapshot makes a backup of the type snapshot, which in time can be viewed and restored")
    .testOn(mongodb, async (service, { path }) => {
      const { id, type, label } = await takeSnapshot(service, { path }, "Nightly1");
      expect({ type, label }).toEqual({ type: "snapshot", label: "Nightly1" });
      expect(expectSuccess(await service.get(`${path}/backups/${id}`)).label).toBe("Nightly1");
      expect(expectSuccess(await service.post(`${path}/backups/${id}/restore`))).toEqual({});
      await becomes(service, "active", path);
    }),
  rule("2.snapshot.default-target", ENDPOINT)
    .states("Without a target, the primary node is backed up")
    .untestable("No response shows which node a backup was made from."),
  rule("2.snapshot.target-node", "Document 2, Rule 1")
    .states("In a cluster of 3 nodes the target chooses the node that is backed up")
    .untestable(
      "No response shows which node a backup was made from. That both are accepted: `2.snapshot.target-secondary`.",
    ),
];
