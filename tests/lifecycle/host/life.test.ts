import { hostFrontEnd } from "../../support/host-front-end";
import { expectWholeLife, LIVES } from "../../support/lives";
import { useService } from "../../support/service";

const service = useService({}, hostFrontEnd);

test.each(LIVES)("$title is made, read, changed and deleted", async (life) => {
  await expectWholeLife(service, life);
});
