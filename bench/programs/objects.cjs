/**
 * The resources that the program of every contender declares. KIND, COUNT and CHANGED are environment variables.
 *
 * The zone of the records isn't counted. With the kind `zone`, all records are one resource.
 */
const pulumi = require("@pulumi/pulumi");

/** A secret, as in a real program: the engine re-encrypts all secrets whenever it writes a new one. */
const PASSWORD = pulumi.secret("a password for the bench");

/** 70 % records, 20 % instances, 5 % images, 5 % databases. */
const MIXED = "RIRRRRIRRMIRRRRRIRRD";

const LETTERS = { instances: "I", records: "R", mixed: MIXED };
const KINDS = [...Object.keys(LETTERS), "zone"];

/** The inputs by letter, without references to other resources. `changed` gives one of them another value. */
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

/** @param make creates a resource from the name of its class, its own name and its inputs */
function declare(make, { KIND, COUNT, CHANGED } = process.env) {
  // One in ten, the first included. After that, "all" changes those back and the others, so that all change.
  const isTenth = (index) => index % 10 === 0;
  const isChanged = (index) => (CHANGED === "all" ? !isTenth(index) : CHANGED === "1" && isTenth(index));
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
