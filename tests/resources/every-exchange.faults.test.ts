import type { Values } from "../../provider/definition/values";
import { creations } from "../kinds";
import type { Life } from "../kinds/specimen";
import { anOriginal, aSource, clonesOf, PLACE } from "../support/action-programs";
import { Deployment, expectOnly, expectSettled, placed } from "../support/deployment";
import { FAULTS, REFUSAL } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { aFile, PACKED, privateImages } from "../support/image-data";
import { SHOP, shopNameserver } from "../support/origins";
import { DEPLOYED, listed, MONGO } from "../support/programs";
import { recover } from "../support/recovery";
import { useService } from "../support/service";
import { useStoppedRuns } from "../support/stack";

/**
 * Breaks, one after another, every exchange with the API, or with the upload URL of an image, that an operation needs, once or for
 * all later exchanges as well. Then the faults end, and the next update must put everything right: one resource, in state, matching
 * the program.
 */
const service = useService({ provisionMs: 1 });
const runs = useStoppedRuns(service);
/** Each update has the journal of the earlier ones, and none of them exits cleanly. */
const stopped = { process: () => runs.process() };

const OPERATIONS = ["create", "update", "destroy"] as const;

type Row = Omit<Life, "made" | "changed">;

const UPLOAD = "/images/upload";
const nothing = () => Promise.resolve({});
const GZIP = { region: "us-east", source: aFile(PACKED), label: "golden" };
const ENABLED = { ...DEPLOYED, region: "us-southeast", backupsEnabled: true, confirmBackupsDeletion: true };

const LIVES: readonly Row[] = [
  // Clones and imports are below.
  ...creations.filter(({ post = UPLOAD }) => post === UPLOAD),
  {
    kind: "Instance",
    title: "an instance whose inputs have endpoints of their own",
    needs: nothing,
    args: { ...ENABLED, alerts: { cpu: 5 } },
    changes: {
      type: "g6-standard-1",
      interfaces: [{ purpose: "vlan", label: "back" }],
      privateIp: true,
      backupsEnabled: false,
    },
  },
  {
    kind: "MongoDatabase",
    title: "a MongoDB database with an input that only an update sets",
    needs: nothing,
    args: { ...MONGO, updates: { hourOfDay: 4 } },
    changes: { allowList: ["192.0.2.1"], updates: { hourOfDay: 5 } },
  },
  {
    kind: "Image",
    title: "an image of gzip data",
    needs: nothing,
    args: GZIP,
    changes: { description: "Base" },
    post: UPLOAD,
  },
];

/** Far more than any operation needs, even when every exchange is repeated. */
const MOST_REQUESTS = 80;

testExchanges("$operation of $title survives any fault at any exchange", {
  service,
  rows: LIVES.flatMap((row) => OPERATIONS.map((operation) => ({ ...row, operation }))),
  faults: FAULTS,
  async survives({ kind, operation, ...row }, disturbed, strike) {
    service.emulator.reset();
    service.said.length = 0;
    runs.forget();
    const { args, list } = await placed(service, kind, row.args, row.needs);
    const wanted = operation === "update" ? { ...args, ...row.changes } : args;
    const deployment = new Deployment({ ...service, ...stopped }, kind);
    if (operation !== "create") await deployment.up(args);

    await disturbed(() => (operation === "destroy" ? deployment.destroy() : deployment.up(wanted)));
    expect(service.requests().length).toBeLessThan(MOST_REQUESTS);

    if (operation === "destroy") {
      if (deployment.state) await deployment.destroy();
      return expectOnly(service, list);
    }
    await recover(deployment, wanted);
    if (row.post === UPLOAD) await expectImage(deployment, strike?.lasting === "from then on" ? 2 : 1);
    else await expectOnly(service, list, deployment);
    await expectSettled(deployment, wanted);
  },
});

/** The others may be someone else's: a warning names each, and without data, the service deletes it. */
async function expectImage(deployment: Deployment, mostOthers: number): Promise<void> {
  const { id } = deployment.recorded();
  const images = await privateImages(service);
  expect(images.find((image) => image.id === id)).toMatchObject({ status: "available" });
  const others = images.filter((image) => image.id !== id);
  for (const image of others) expect(service.warnings()).toContainEqual(expect.stringContaining(String(image.id)));
  expect(others.filter(({ status }) => status !== "pending_upload")).toEqual([]);
  expect(others.length).toBeLessThanOrEqual(mostOthers);
}

/** The same for creates that clone or import; then there is also what they bring, and the source is unchanged. */
const ZONE = { domain: SHOP, type: "master", soaEmail: "admin@shop.example", description: "The shop" };
const ZONES = [
  { way: "clone", path: "/domains/*/clone", brought: async () => ({ cloneFrom: await aSource(service) }) },
  {
    way: "import",
    path: "/domains/import",
    brought: async () => ({ importFrom: { remoteNameserver: (await shopNameserver()).address } }),
  },
];

testExchanges("a create of a zone by $way survives any fault at any exchange", {
  service,
  rows: ZONES,
  faults: FAULTS,
  async survives({ brought }, disturbed) {
    service.emulator.reset();
    const args: Values = { ...ZONE, ...(await brought()) };
    const deployment = new Deployment(service, "Domain");
    await disturbed(() => deployment.up(args));

    await recover(deployment, args, (id) => agreeingWith(id, args));
    await expectShop(deployment, args);
  },
});

async function expectShop(deployment: Deployment, args: Values): Promise<void> {
  const { id } = deployment.recorded();
  const shops = (await listed(service, "/domains")).filter(({ domain }) => domain === SHOP);
  expect(shops).toEqual([expect.objectContaining({ id: Number(id), description: "The shop" })]);
  expect(await listed(service, `/domains/${id}/records`)).not.toEqual([]);
  await expectSettled(deployment, args);
}

/** The inputs without those that the zone may not have yet: an import fails if the program differs from the zone. */
async function agreeingWith(id: string, { description: _description, ...args }: Values): Promise<Values> {
  const { soa_email: soaEmail } = await service.ask("GET", `/domains/${id}`);
  return { ...args, soaEmail };
}

const SET = { tags: ["new"], booted: true, rootPass: "another-horse-2" };
const ATTACHED = { interfaces: [{ purpose: "vlan", label: "back" }] };

testExchanges("$operation survives any fault at any exchange", {
  service,
  rows: [{ operation: "a clone of an instance" }],
  faults: [...FAULTS, REFUSAL],
  async survives(_, disturbed) {
    service.emulator.reset();
    runs.forget();
    const source = await anOriginal(service);
    const args = { ...PLACE, cloneFrom: { instanceId: source }, ...SET, ...ATTACHED };
    const deployment = new Deployment({ ...service, ...stopped }, "Instance");
    await disturbed(() => deployment.up(args));

    await deployment.up(args);
    const { id } = deployment.recorded();
    const made = { id: Number(id), status: "running", tags: ["new"], image: "compute/debian11" };
    expect(await clonesOf(service, source)).toEqual([expect.objectContaining(made)]);
    const [config] = await listed(service, `/compute/instances/${id}/configs`);
    expect(config).toMatchObject({ interfaces: [{ label: "back" }] });
    expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
    await expectSettled(deployment, args);
  },
});
