import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { alerts, password, schedule, someOf, tags, twoOf, unicode } from "./arbitrary-args";

/** What an instance is deployed with besides the image: nothing, or a StackScript and its data. */
const scripted = fc.oneof(
  fc.constant<Values>({}),
  fc.record({ stackscriptId: fc.constantFrom<unknown>(9002, "9002") }),
  fc
    .tuple(fc.constantFrom<unknown>(9001, "9001"), fc.dictionary(fc.stringMatching(/^[a-zA-Z_]{2,8}$/), fc.jsonValue()))
    .map(([stackscriptId, data]) => ({ stackscriptId, stackscriptData: { ...data, site_name: "a.example" } })),
);

const deployed = fc
  .tuple(fc.constantFrom("compute/debian11", "compute/ubuntu22.04"), scripted)
  .map(([image, script]): Values => ({ image, ...script }));

/** What replaces an instance; `us-southeast` has VLANs. */
const instanceFixed = fc
  .tuple(
    fc.oneof(fc.constant<Values>({}), deployed),
    fc.record(
      {
        region: fc.constantFrom("us-east", "us-southeast"),
        authorizedKeys: fc.array(fc.constantFrom("ssh-ed25519 AAAA a@b", "ssh-rsa BBBB c@d"), { maxLength: 2 }),
      },
      { requiredKeys: ["region"] },
    ),
    fc.option(fc.constantFrom(0, 256, 512), { nil: undefined }),
  )
  .map(([origin, place, swapSize]): Values => ({
    ...place,
    ...origin,
    ...(origin.image === undefined ? {} : { swapSize }),
  }));

const publicInterface = fc.constantFrom<Values>({ purpose: "public" }, { purpose: "public", label: "" });
const address = fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 254 })).map(([a, b]) => `10.${a}.0.${b}/24`);
const vlan = (label: string): fc.Arbitrary<Values> =>
  fc.record({ purpose: fc.constant("vlan"), label: fc.constant(label), ipamAddress: fc.option(address) });

const publicOnly = fc.oneof(
  fc.constant([]),
  publicInterface.map((one) => [one]),
);
const withVlans = fc.oneof(
  publicOnly,
  vlan("back").map((one) => [one]),
  fc
    .tuple(publicInterface, vlan("back"), vlan("Backup-2"))
    .filter(([, a, b]) => a.ipamAddress === null || a.ipamAddress !== b.ipamAddress)
    .map((three) => three),
);

const backups = fc.oneof(
  fc.constant<Values>({}),
  fc.constant<Values>({ backupsEnabled: false, confirmBackupsDeletion: true }),
  fc.tuple(schedule, fc.boolean()).map(([chosen, hasSchedule]) => ({
    backupsEnabled: true,
    ...(hasSchedule ? { backups: { schedule: chosen } } : {}),
  })),
);

const label = fc.stringMatching(/^[A-Za-z0-9]{2,6}[-_.][A-Za-z0-9]{1,6}$/);
const group = unicode(60);

function anInstance({ image, region }: Values): fc.Arbitrary<Values> {
  const networks = region === "us-southeast" ? withVlans : publicOnly;
  const optional = someOf({
    label,
    group,
    tags,
    alerts,
    watchdogEnabled: fc.boolean(),
    ...(image === undefined ? { swapSize: fc.nat() } : { booted: fc.boolean(), interfaces: networks }),
  });
  const plan = fc.constantFrom("g6-nanode-1", "g6-standard-1");
  return fc.tuple(optional, plan, password, backups).map(([rest, type, rootPass, service]) => ({
    ...rest,
    ...service,
    type,
    ...(image === undefined ? {} : { rootPass }),
  }));
}

/** The API does not shrink disks: those of an image fill their plan, and fit no smaller one. */
function withRoom(before: Values, after: Values): Values {
  return after.image === undefined || before.type !== "g6-standard-1" ? after : { ...after, type: before.type };
}

/** Two sets of inputs of one instance. A private address is never removed. */
export const twoInstances = fc
  .tuple(twoOf(instanceFixed, anInstance), fc.constantFrom([null, null], [false, true], [true, true], [null, true]))
  .map(([[first, second], [before, after]]): [Values, Values] => [
    { ...first, privateIp: before },
    { ...withRoom(first, second), privateIp: after },
  ]);

/** Two sets of inputs of one clone, without its source, in a region with VLANs. */
export const twoClones = fc
  .tuple(
    twoOf(fc.constant<Values>({ region: "us-southeast" }), (fixed) => anInstance({ ...fixed, image: "of the source" })),
    fc.constantFrom([null, null], [false, true], [null, true]),
  )
  .map(([[first, second], [before, after]]): [Values, Values] => [
    { ...first, privateIp: before },
    { ...second, privateIp: after },
  ]);
