import { readOptions } from "../../cli/adopt/options";
import { UsageError } from "../../cli/command";

const kindsFor = (...args: string[]): string[] => readOptions(args).kinds.map(({ kind }) => kind);

test("adopts all resource types except snapshots, each after those it may refer to", () => {
  expect(kindsFor()).toEqual([
    "Image",
    "Instance",
    "Domain",
    "DomainRecord",
    "MongoDatabase",
    "MysqlDatabase",
    "MongoDatabaseBackup",
  ]);
});

test("accepts resource types in one --kind or several", () => {
  expect(kindsFor("--kind", "Domain, InstanceSnapshot", "--kind", "Image")).toEqual([
    "Image",
    "Domain",
    "InstanceSnapshot",
  ]);
});

test("--zone selects only the zone and its records, unless --kind is given", () => {
  expect(kindsFor("--zone", "example.com")).toEqual(["Domain", "DomainRecord"]);
  expect(kindsFor("--zone", "example.com", "--kind", "Domain,Instance")).toEqual(["Instance", "Domain"]);
});

test.each([
  [["--kind", "Machine"], "--kind: unknown resource type Machine. Valid types: Image, Instance,"],
  [["--kind", "DomainRecordSet"], "--kind: unknown resource type DomainRecordSet"],
  [["--records-as", "one"], "--records-as must be one of auto, records, set, not one"],
  [["--split", "kind"], "--split requires --into DIR"],
  [["--split", "size", "--into", "x"], "--split must be one of none, kind, tag"],
  [["--stack="], "--stack: the name is empty"],
  [["--stack", "dev", "--state", "x.json"], "Use either --stack or --state"],
])("rejects %j", (args, message) => {
  const read = () => readOptions(args);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});
