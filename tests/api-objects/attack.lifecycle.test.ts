import collections from "../../examples/emulator/collections.json";
import { Deployment } from "../support/deployment";
import { useService } from "../support/service";

const THINGS = "/things";
const declared = { ...collections, [THINGS]: { defaults: { tags: [] } } };

describe("with the brand linode", () => {
  const service = useService({ provisionMs: 1_000, collections: declared, brand: "linode" });

  test("a volume is attached and detached by requests of their own, and differs by the API's names", async () => {
    const deployment = new Deployment(service, "ApiObject");
    const volume = (linode_id: number | null) => ({
      collection: "/volumes",
      body: { label: "data", region: "us-east", linode_id },
    });
    await deployment.up(volume(5));
    const { id } = deployment.recorded();
    expect(await deployment.difference(volume(6))).toMatchObject({ parts: [{ path: "body.linode_id" }] });
    service.forget();
    await deployment.up(volume(6));
    expect(await service.ask("GET", id)).toMatchObject({ linode_id: 6 });
    await deployment.up(volume(null));
    expect(await service.ask("GET", id)).toMatchObject({ linode_id: null });
    expect(service.writes()).toEqual([`POST ${id}/attach`, `POST ${id}/detach`]);
  });
});
