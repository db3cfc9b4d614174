import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { FAULTS } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { aDisk, aFile, PACKED, privateImages, RAW } from "../support/image-data";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

/**
 * Breaks, one after another, every exchange that an image needs, once or for all later exchanges as well: those with the API, and
 * the one with the upload URL. Then the faults end, and the next update must put everything right: one image, in state, matching
 * the program.
 */
const service = useService({ provisionMs: 1 });

const WAYS: readonly { way: string; make: () => Promise<Values> }[] = [
  {
    way: "an upload of raw data",
    make: () => Promise.resolve({ region: "us-east", source: aFile(RAW) }),
  },
  {
    way: "an upload of gzip data with a label of its own",
    make: () => Promise.resolve({ region: "us-east", source: aFile(PACKED), label: "golden" }),
  },
  {
    way: "a capture",
    make: async () => ({ diskId: await aDisk(service) }),
  },
];

const OPERATIONS = ["create", "change", "destroy"] as const;

const rows = WAYS.flatMap((way) => OPERATIONS.map((operation) => ({ ...way, operation })));

/** Far more than any operation needs, even when every exchange is repeated. */
const MOST_REQUESTS = 80;

testExchanges("$operation of $way survives any fault at any exchange", {
  service,
  rows,
  faults: FAULTS,
  async survives({ make, operation }, disturbed, strike) {
    service.emulator.reset();
    service.said.length = 0;
    const args = await make();
    const wanted = operation === "change" ? { ...args, description: "Base" } : args;
    const deployment = new Deployment(service, "Image", "golden");
    if (operation !== "create") await deployment.up(args);

    await disturbed(() => (operation === "destroy" ? deployment.destroy() : deployment.up(wanted)));
    expect(service.requests().length).toBeLessThan(MOST_REQUESTS);

    if (operation === "destroy") {
      if (deployment.state) await deployment.destroy();
      expect(await privateImages(service)).toEqual([]);
      return;
    }
    await deployment.up(wanted);
    const { id } = deployment.recorded();
    const images = await privateImages(service);
    expect(images.find((image) => image.id === id)).toMatchObject({ status: "available" });
    const others = images.filter((image) => image.id !== id);
    // They may be someone else's: a warning names each, and without data, the service deletes it.
    for (const image of others) expect(service.warnings()).toContainEqual(expect.stringContaining(String(image.id)));
    expect(others.filter(({ status }) => status !== "pending_upload")).toEqual([]);
    expect(others.length).toBeLessThanOrEqual(strike?.lasting === "from then on" ? 2 : 1);
    await expectSettled(deployment, wanted);
  },
});
