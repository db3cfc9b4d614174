const STACK = `
const fs = require("node:fs");
const path = require("node:path");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");

module.exports = (projectName, program) => {
  const folder = path.join(__dirname, projectName);
  fs.mkdirSync(folder);
  const envVars = { PULUMI_BACKEND_URL: "file://" + folder, PULUMI_CONFIG_PASSPHRASE: "" };
  return LocalWorkspace.createStack({ stackName: "dev", projectName, program }, { envVars });
};
`;

const INLINE_TEST = `
const compute = require("pulumi-compute");
const { startEmulator } = require("pulumi-compute/emulator");
const createStack = require("./stack");


let emulator;
beforeAll(async () => {
  emulator = await startEmulator();
  process.env.COMPUTE_URL = emulator.url;
  process.env.COMPUTE_TOKEN = emulator.token;
});
afterAll(() => emulator.close());

test("an inline program with lookups and resources", async () => {
  const stack = await createStack("inline", async () => {
    const { regions } = await compute.getRegions();
    const country = compute.getRegionOutput({ id: "eu-west" }).country;
    const soaEmail = country.apply((code) => code + "@example.com");
    const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail });
    const record = new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
    return { regions: regions.length, soaEmail: zone.soaEmail, found: compute.getDomainOutput({ id: record.domainId.apply(String) }).domain };
  });
  const { outputs } = await stack.up();
  expect(outputs.soaEmail.value).toBe("uk@example.com");
  expect(outputs.found.value).toBe("example.com");
  expect(outputs.regions.value).toBeGreaterThan(1);
  await stack.destroy();
});
`;

const UNIT_TEST = `
const pulumi = require("@pulumi/pulumi");

pulumi.runtime.setMocks({
  newResource: ({ name, inputs }) => ({ id: name + "-id", state: inputs }),
  call: ({ inputs }) => ({ ...inputs, country: "uk" }),
});
const compute = require("pulumi-compute");
const valueOf = (output) => new Promise((resolve) => output.apply(resolve));

test("a resource and a lookup, with mocks", async () => {
  const { country } = await compute.getRegion({ id: "eu-west" });
  const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: country + "@example.com" });
  expect(await valueOf(zone.soaEmail)).toBe("uk@example.com");
  expect(await valueOf(zone.id)).toBe("zone-id");
});
`;

/** Tests of a user who has Jest and no settings at all. */
export const PLAIN_JEST_FILES: Readonly<Record<string, string>> = {
  "stack.js": STACK,
  "inline.test.js": INLINE_TEST,
  "unit.test.js": UNIT_TEST,
};

/** What a program hands to a resource whose output its own output is made of; each of them fails. */
export const FAILING_ARGUMENTS: Readonly<Record<string, string>> = {
  "a lookup as an output": `compute.getRegionOutput({ id: "nowhere" }).country`,
  "a lookup as a promise": `compute.getRegion({ id: "nowhere" }).then(({ country }) => country)`,
  "a lookup that is refused before it is sent": `compute.getRegionOutput({ id: 5 }).country`,
  "a lookup whose provider's settings fail": `compute.getRegionOutput({ id: "eu-west" }, {
    provider: new compute.Provider("other", { url: pulumi.output(1).apply(() => { throw new Error("nowhere to be found"); }) }),
  }).country`,
  "code of the program": `pulumi.output(1).apply(() => { throw "nowhere to be found"; })`,
};

/** Says how `stack.up()` ended. */
export function failingProgram(projectName: string, argument: string): string {
  return `
const pulumi = require("@pulumi/pulumi");
const compute = require("pulumi-compute");
const createStack = require("./stack");

async function main() {
  const stack = await createStack(${JSON.stringify(projectName)}, async () => {
    const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: ${argument} });
    return { email: zone.soaEmail };
  });
  await stack.up().then(
    () => console.log("ended well"),
    (error) => console.log("ended with: " + error.message),
  );
  process.exit(0);
}
main();
`;
}
