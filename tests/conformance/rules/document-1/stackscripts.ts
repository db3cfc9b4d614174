import { DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import type { Rule } from "../../rule";
import { expectRefusal, expectSuccess } from "../../support";
import { statedIn } from "../stated-in";

const CREATE = "Document 1, Instance create request";
const rule = statedIn(CREATE);
const mode = statedIn(`${CREATE}; Creation modes`);
const MODES = "Document 1, Creation modes";

/** Available public StackScripts: one with user-defined fields and two images, and one with neither. */
const WEB_SERVER = { stackscript_id: 9001, stackscript_data: { site_name: "example.org" } };
const BASELINE = { stackscript_id: 9002 };

export const STACKSCRIPT_RULES: readonly Rule[] = [
  rule("1.stackscript.deploys", "stackscript_id names the StackScript that runs at the deployment", async (service) => {
    expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...BASELINE }));
    expectRefusal(await service.post(INSTANCES, { ...DEBIAN, stackscript_id: 1 }), "stackscript_id");
  }),
  mode("1.stackscript.needs-image", "Deploying a StackScript needs an image", async (service) => {
    expectRefusal(await service.post(INSTANCES, { ...EMPTY, ...BASELINE, root_pass: DEBIAN.root_pass }));
    expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...BASELINE }));
  }),
  {
    id: "1.stackscript.compatible-image",
    section: MODES,
    states: "The image must be one of those that the StackScript is made for",
    test: async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER, image: "compute/alpine3.15" }));
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER }));
    },
  },
  {
    id: "1.stackscript.images-shown",
    section: CREATE,
    states: "GET /compute/stackscript/{id} shows the images that a StackScript is made for",
    usesExtensions: true,
    test: async (service) => {
      const { images } = expectSuccess(await service.get("/compute/stackscript/9001"));
      expect(images).toEqual(expect.arrayContaining([DEBIAN.image]));
      expect(images).not.toContain("compute/alpine3.15");
    },
  },
  rule(
    "1.stackscript.data-needed",
    "stackscript_data is needed by a StackScript that asks for input, and by no other",
    async (service) => {
      const { stackscript_id } = WEB_SERVER;
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, stackscript_id }), "stackscript_data");
      for (const script of [WEB_SERVER, BASELINE]) {
        expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...script }));
      }
    },
  ),
  rule("1.stackscript.data-object", "stackscript_data is an object", async (service) => {
    for (const stackscript_data of [JSON.stringify(WEB_SERVER.stackscript_data), ["example.org"], 5]) {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER, stackscript_data }), "stackscript_data");
    }
    expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER }));
  }),
];
