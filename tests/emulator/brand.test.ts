import { reasons, start } from "./support/client";

const ORDER = { region: "us-east", type: "g6-nanode-1", image: "acme/debian11", root_pass: "correct horse" };

describe("another brand", () => {
  test("stands in paths, image ids, labels, texts and scopes", async () => {
    const client = await start({ brand: "acme" });
    expect((await client.get("/compute/instances")).status).toBe(404);
    const instance = await client.create("/acme/instances", ORDER);
    expect(instance.label).toBe(`acme${instance.id}`);
    expect((await client.post(`/acme/instances/${instance.id}/boot`)).body.errors[0].reason).toBe("Acme busy.");
    expect(reasons(await client.post("/acme/instances", { ...ORDER, label: instance.label }))).toEqual({
      label: ["Label must be unique among your acmes"],
    });
    expect(reasons(await client.post("/acme/instances", { ...ORDER, image: "compute/debian11" }))).toHaveProperty(
      "image",
    );
    expect((await client.get("/images/acme/debian11")).body.created_by).toBe("acme");
    expect((await client.get("/regions/us-east")).body.capabilities[0]).toBe("Acmes");
    expect((await client.get("/acme/instances")).headers.get("x-accepted-oauth-scopes")).toBe("acmes:read_only");
    expect(client.emulator.requests().byRoute).toHaveProperty("POST /acme/instances/{id}/boot", 1);
  });

  test("linode also shows what the documents leave out", async () => {
    const client = await start({ brand: "linode" });
    const instance = await client.create("/linode/instances", { ...ORDER, image: "linode/debian11" });
    expect(instance.specs.gpus).toBe(0);
    const domain = await client.create("/domains", {
      domain: "example.org",
      type: "master",
      soa_email: "a@example.org",
    });
    expect(domain).toMatchObject({ errors: "", created: expect.any(String), updated: expect.any(String) });
  });

  test.each(["Acme", "", "a b", "1a", "a/b"])("cannot be %p", async (brand) => {
    await expect(start({ brand })).rejects.toThrow("brand must be a lower-case word");
  });
});
