import { Deployment } from "../support/deployment";
import { asset, privateImages } from "../support/image-data";
import { errorOf } from "../support/programs";
import { useService } from "../support/service";

const ODD = ["a/b", "Ünlaut & 名", "x".repeat(200), "two\nlines"];
const args = (label: string) => ({ label, region: "us-east", source: asset({ text: "data" }) });

describe("with the documented rules only", () => {
  const service = useService({ documentedOnly: true });

  test.each(ODD)("an image can have the label %j, and then needs no change", async (label) => {
    const deployment = new Deployment(service, "Image");
    expect(await deployment.up(args(label))).toBe("create");
    expect(await privateImages(service)).toMatchObject([{ label }]);
    expect(await deployment.up(args(label))).toBe("same");
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args("plain"))).toBe("update");
    expect(await deployment.up(args(label))).toBe("update");
    expect(await privateImages(service)).toMatchObject([{ label }]);
  });
});

describe("with the real API's rules", () => {
  const service = useService();

  test.each(ODD)(
    "preview warns that the label %j may be rejected, and the rejection names the property",
    async (label) => {
      const deployment = new Deployment(service, "Image");
      const inputs = deployment.inputsFrom(args(label));
      const { failures } = await service.process()("Image").check({}, inputs);
      expect(failures).toEqual([]);
      expect(service.warnings()).toEqual([expect.stringMatching(/label: .*1 to 50 letters, digits, spaces/)]);
      const error = await errorOf(deployment.up(args(label)));
      expect(error.message).toContain("label: ");
      expect(error).not.toHaveProperty("id");
      expect(await privateImages(service)).toEqual([]);
    },
  );

  test("preview does not warn about a label that the API accepts", async () => {
    const label = "golden, it's v1.0_2 - ready?";
    expect(await new Deployment(service, "Image").up(args(label))).toBe("create");
    expect(service.warnings()).toEqual([]);
  });
});
