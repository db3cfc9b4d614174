import { DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess } from "../../support";

const CREATE = "Document 1, Instance create request";
const MODES = "Document 1, Creation modes";

/** Available public StackScripts: one with user-defined fields and two images, and one with neither. */
const WEB_SERVER = { stackscript_id: 9001, stackscript_data: { site_name: "example.org" } };
const BASELINE = { stackscript_id: 9002 };

export const STACKSCRIPT_RULES = [
  rule("1.stackscript.deploys", CREATE)
    .states("stackscript_id names the StackScript that runs at the deployment")
    .test(async (service) => {
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...BASELINE }));
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, stackscript_id: 1 }), "stackscript_id");
    }),
  rule("1.stackscript.needs-image", `${CREATE}; Creation modes`)
    .states("Deploying a StackScript needs an image")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, ...BASELINE, root_pass: DEBIAN.root_pass }));
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...BASELINE }));
    }),
  rule("1.stackscript.compatible-image", MODES)
    .states("The image must be one of those that the StackScript is made for")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER, image: "compute/alpine3.15" }));
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER }));
    }),
  rule("1.stackscript.images-shown", CREATE, { usesExtensions: true })
    .states("GET /compute/stackscript/{id} shows the images that a StackScript is made for")
    .test(async (service) => {
      const { images } = expectSuccess(await service.get("/compute/stackscript/9001"));
      expect(images).toEqual(expect.arrayContaining([DEBIAN.image]));
      expect(images).not.toContain("compute/alpine3.15");
    }),
  rule("1.stackscript.data-needed", CREATE)
    .states("stackscript_data is needed by a StackScript that asks for input, and by no other")
    .test(async (service) => {
      const { stackscript_id } = WEB_SERVER;
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, stackscript_id }), "stackscript_data");
      for (const script of [WEB_SERVER, BASELINE]) {
        expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...script }));
      }
    }),
  rule("1.stackscript.data-object", CREATE)
    .states("stackscript_data is an object")
    .test(async (service) => {
      for (const stackscript_data of [JSON.stringify(WEB_SERVER.stackscript_data), ["example.org"], 5]) {
        expectRefusal(
          await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER, stackscript_data }),
          "stackscript_data",
        );
      }
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER }));
    }),
];
