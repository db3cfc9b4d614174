import collections from "../../examples/emulator/collections.json";
import { Deployment } from "../support/deployment";
import { useService } from "../support/service";

const THINGS = "/things";
const declared = { ...collections, [THINGS]: { defaults: { tags: [] } } };

describe("with the default brand", () => {
  const service = useService({ provisionMs: 1_000, collections: declared });

  test("a preview warns about a unique value that another object has", async () => {
    const body = { label: "web", rules: {} };
    const { id } = await service.ask("POST", "/networking/firewalls", body);
    await new Deployment(service, "ApiObject").previewNew({ collection: "/networking/firewalls", body });
    expect(service.warnings()).toEqual([expect.stringContaining(`import: "/networking/firewalls/${String(id)}"`)]);
  });
});

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

  test("a StackScript is known by its label", async () => {
    const script = { label: "setup", images: ["linode/debian11"], script: "#!/bin/bash" };
    await service.ask("POST", "/linode/stackscripts", script);
    service.forget();
    await new Deployment(service, "ApiObject").previewNew({ collection: "/linode/stackscripts", body: script });
    expect(service.warnings()).toEqual([expect.stringMatching(/StackScript \S+ \(owner unknown\) already has label/)]);
  });
});
