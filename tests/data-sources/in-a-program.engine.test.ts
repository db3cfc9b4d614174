import { ask } from "../support/ask";
import { expectExit, STACK } from "../support/engine-cli";
import { counted, engineStory, make } from "../support/engine-fixture";

const PROGRAM = `
  class Site extends pulumi.ComponentResource {
    constructor(name, opts) {
      super("shop:index:Site", name, {}, opts);
      this.zone = new compute.Domain(name + "-zone",
        { domain: "site.example.com", type: "master", soaEmail: "admin@example.com" }, { parent: this });
      this.registerOutputs({});
    }
  }
  const wanted = { domain: "site.example.com" };
  const count = ({ domains }) => domains.length;
  exports.before = compute.getDomains(wanted).then(count);
  exports.together = Promise.all([compute.getDomains(wanted), compute.getDomains(wanted)]).then((both) => both.map(count));
  const site = new Site("site");
  exports.afterComponent = compute.getDomainsOutput(wanted, { dependsOn: [site] }).apply(count);
  exports.afterArgument = compute.getDomainsOutput({ domain: site.zone.domain }).apply(count);
  exports.lines = compute.getDomainZoneFileOutput({ domainId: site.zone.id }).zoneFile.apply((lines) => lines.length > 0);
  exports.engines = compute.getDatabaseEngines({ engine: "mysql" }).then(({ engines }) => engines.map(({ id }) => id));
  const databaseId = compute.getMongoDatabasesOutput({ label: "orders" }).databases[0].id;
  const credentials = compute.getMongoDatabaseCredentialsOutput({ databaseId });
  exports.credentials = credentials;
  exports.login = pulumi.interpolate\`\${credentials.username}:\${credentials.password}\`;
  exports.certificate = compute.getMongoDatabaseCertificateOutput({ databaseId }).caCertificate;
  new compute.DomainRecord("hint", { domainId: site.zone.id, type: "TXT", name: "hint", target: credentials.password });
`;

describe("a program with data sources", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator({ databaseProvisionMs: 0 });
    const database = { label: "orders", engine: "mongodb/4.4.10", region: "us-east", type: "g6-standard-1" };
    const { id } = await make(emulator, "/databases/mongodb/instances", database);
    const { password } = await ask(emulator, "GET", `/databases/mongodb/instances/${id}/credentials`);
    const { ca_certificate } = await ask(emulator, "GET", `/databases/mongodb/instances/${id}/ssl`);
    const project = (await engine.project(emulator)).program(PROGRAM);
    const made = await counted(emulator, () => project.run(["up", "--yes", "--stack", STACK]));
    const asked = emulator
      .requests()
      .log.filter(({ method }) => method === "GET")
      .map(({ path, filter }) => path + (filter ?? ""));
    const state = JSON.stringify(project.state());
    project.program(`exports.domain = compute.getDomainOutput({ id: 4711 }).domain;`);
    const wrong = await project.preview();
    return { password: String(password), certificate: String(ca_certificate), made, asked, state, wrong };
  });

  test("is previewed, and then finds what it created: by dependsOn on a component, and by an input", () => {
    expectExit(story.made, 0);
    const { stdout } = story.made;
    expect(stdout).toMatch(/before\s*: 0/);
    expect(stdout).toMatch(/afterComponent\s*: 1/);
    expect(stdout).toMatch(/afterArgument\s*: 1/);
    expect(stdout).toMatch(/lines\s*: true/);
    expect(stdout).toContain('"mysql/8.0.26"');
  });

  test("sends one request for a call that waits for nothing, however often the program makes it", () => {
    const filtered = story.asked.filter((path) => path === '/domains{"domain":"site.example.com"}');
    // Preview and up: one each for the plain form. Up only: one for each set of resources that an output form waits for.
    expect(filtered).toHaveLength(4);
    expect(story.asked.filter((path) => path.startsWith("/databases/engines"))).toHaveLength(2);
    expect(story.asked.filter((path) => path.endsWith("/credentials"))).toHaveLength(2);
  });

  test("shows the credentials and the certificate as [secret]", () => {
    const { stdout } = story.made;
    expect(stdout).toMatch(/certificate\s*: \[secret\]/);
    expect(stdout).toMatch(/credentials\s*: \[secret\]/);
    expect(stdout).toMatch(/login\s*: \[secret\]/);
    for (const secret of [story.password, story.certificate]) expect(story.made.output).not.toContain(secret);
  });

  test("does not store them in the state in plain text", () => {
    expect(story.state).toContain("ciphertext");
    for (const secret of [story.password, story.certificate]) expect(story.state).not.toContain(secret);
  });

  test("reports a wrong id once, with the remedy", () => {
    expect(story.wrong.code).not.toBe(0);
    const said = story.wrong.output.slice(story.wrong.output.indexOf("Diagnostics:"));
    expect(said.split("No domain with id 4711")).toHaveLength(2);
    expect(said).not.toMatch(/at .*\.js:\d+/);
  });
});
