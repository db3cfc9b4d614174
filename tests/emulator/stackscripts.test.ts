import { reasons, start } from "./support/client";

const SCRIPT = { label: "mine", images: ["compute/debian11"], script: '#!/bin/sh\n# <UDF name="port" label="Port">\n' };

describe("beyond the documents: StackScripts", () => {
  test("are those of the operator and one's own", async () => {
    const client = await start({ tokens: ["admin", { token: "other", username: "other" }] });
    const mine = await client.create("/compute/stackscripts", SCRIPT);
    expect(mine).toMatchObject({
      label: "mine",
      mine: true,
      is_public: false,
      username: "admin",
      user_defined_fields: [{ name: "port", label: "Port" }],
    });
    expect((await client.get("/compute/stackscripts")).body["results"]).toBe(3);
    const filter = { "X-Filter": JSON.stringify({ mine: true }) };
    expect((await client.get("/compute/stackscripts", filter)).body["results"]).toBe(1);
    const other = { headers: { Authorization: "Bearer other" } };
    expect((await client.send("GET", `/v4/compute/stackscripts/${mine.id}`, other)).status).toBe(404);
    expect((await client.send("GET", "/v4/compute/stackscripts", other)).body["results"]).toBe(2);
  });

  test("are viewed by either spelling of the path", async () => {
    const client = await start();
    for (const name of ["stackscript", "stackscripts"]) {
      expect((await client.get(`/compute/${name}/9001`)).body.label).toBe("web-server");
    }
  });

  test("are changed and deleted by their owner only", async () => {
    const client = await start();
    const { id } = await client.create("/compute/stackscripts", SCRIPT);
    expect((await client.put(`/compute/stackscripts/${id}`, { label: "renamed" })).body).toMatchObject({
      label: "renamed",
      script: SCRIPT.script,
    });
    expect((await client.delete(`/compute/stackscripts/${id}`)).body).toEqual({});
    expect((await client.get(`/compute/stackscripts/${id}`)).status).toBe(404);
    expect((await client.put("/compute/stackscripts/9001", { label: "taken" })).status).toBe(403);
  });

  test("need a label, known images and an interpreter", async () => {
    const client = await start();
    expect(reasons(await client.post("/compute/stackscripts", { images: ["nope"], script: "echo" }))).toEqual({
      label: ["label is required"],
      "images[0]": ["images is not valid"],
      script: ["Script must begin with a shebang (example: #!/bin/bash)"],
    });
  });

  test("of one's own can be deployed", async () => {
    const client = await start();
    const { id } = await client.create("/compute/stackscripts", SCRIPT);
    const order = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", root_pass: "correct horse" };
    const without = await client.post("/compute/instances", { ...order, stackscript_id: id });
    expect(reasons(without)).toHaveProperty("stackscript_data");
    const data = { stackscript_id: id, stackscript_data: { port: "80" } };
    expect((await client.post("/compute/instances", { ...order, ...data })).status).toBe(200);
  });
});
