import { hostFrontEnd } from "../support/host-front-end";
import { expectWholeLife, LIVES } from "../support/lives";
import { useService } from "../support/service";

const service = useService({}, hostFrontEnd);

test.each(LIVES)("creates, reads, updates and deletes $title", async (life) => {
  await expectWholeLife(service, life);
});
