// Plain JavaScript, because each command of each stack would compile a TypeScript program again.
const compute = require("pulumi-compute");
const pulumi = require("@pulumi/pulumi");

const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");
const size = config.getNumber("size") ?? 20;
const instances = config.getNumber("instances") ?? 4;

const zone = new compute.Domain("zone", {
  domain: `${pulumi.getStack()}.example.com`,
  type: "master",
  soaEmail: "admin@example.com",
});

const web = Array.from({ length: instances }, (_, index) => {
  const args = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass };
  return new compute.Instance(`web-${index + 1}`, args);
});

// `size` includes the zone and the instances. Only the first records depend on an instance.
for (let index = 0; index < size - instances - 1; index += 1) {
  const name = `host-${index + 1}`;
  const target = web[index]?.ipv4[0] ?? `198.51.100.${(index % 250) + 1}`;
  // The service deletes a zone's records along with it, so a destroy sends one request for all of them.
  new compute.DomainRecord(name, { domainId: zone.id, type: "A", name, target }, { deletedWith: zone });
}

module.exports.addresses = web.map(({ ipv4 }) => ipv4[0]);
