/**
 * What a program of the benchmark declares, the same for every contender. KIND, COUNT and CHANGED come from the environment.
 *
 * A zone is declared beside COUNT records, and counted nowhere. Of the kind `zone`, these are one resource.
 */
const pulumi = require("@pulumi/pulumi");

/** A secret for every contender, as in a real program: the engine encrypts all secrets again each time that it writes a new one. */
const PASSWORD = pulumi.secret("a password for the bench");

/** One in twenty of these is an image and one a database: 70 % records, 20 % instances, 5 % images, 5 % databases. */
const MIXED = "RIRRRRIRRMIRRRRRIRRD";

const LETTERS = { instances: "I", records: "R", mixed: MIXED };
const KINDS = [...Object.keys(LETTERS), "zone"];

/** The arguments by letter, without what refers to other resources. `changed` gives one field another value. */
const ARGUMENTS = {
  I: (index, changed) => ({
    label: `node-${index}`,
    region: "us-east",
    type: "g6-nanode-1",
    image: `${process.env.COMPUTE_BRAND || "compute"}/debian11`,
    rootPass: PASSWORD,
    tags: changed ? ["bench", "changed"] : ["bench"],
  }),
  R: (index, changed) => ({
    type: "A",
    name: `host-${index}`,
    target: changed ? "192.0.2.20" : "192.0.2.10",
    ttlSec: 300,
  }),
  M: (index, changed) => ({
    label: `image-${index}`,
    description: changed ? "another" : "one",
    region: "us-east",
    source: "disk.img.gz",
  }),
  D: (index, changed) => ({
    label: `database-${index}`,
    engine: "mysql/8.0.26",
    region: "us-east",
    type: "g6-nanode-1",
    allowList: changed ? ["192.0.2.0/24", "198.51.100.0/24"] : ["192.0.2.0/24"],
  }),
};

const CLASSES = { I: "Instance", R: "DomainRecord", M: "Image", D: "MysqlDatabase" };
const ZONE = { domain: "bench.example.com", type: "master", soaEmail: "admin@example.com" };

/** @param make takes a class, a name and arguments, and gives the resource */
function declare(make, { KIND, COUNT, CHANGED } = process.env) {
  // One in ten, and the only one of one.
  const isChanged = (index) => CHANGED === "1" && index % 10 === 0;
  if (KIND === "zone") {
    const records = Array.from({ length: Number(COUNT) }, (_, index) => ARGUMENTS.R(index, isChanged(index)));
    make("DomainRecordSet", "records", { domainId: make("Domain", "zone", ZONE).id, records });
    return;
  }
  const letters = LETTERS[KIND];
  if (letters === undefined) throw new Error(`KIND is ${KIND}, but must be one of ${KINDS.join(", ")}`);
  const zone = letters.includes("R") ? make("Domain", "zone", ZONE) : undefined;
  for (let index = 0; index < Number(COUNT); index++) {
    const letter = letters[index % letters.length];
    const args = ARGUMENTS[letter](index, isChanged(index));
    make(CLASSES[letter], `r${index}`, letter === "R" ? { domainId: zone.id, ...args } : args);
  }
}

module.exports = { declare };
