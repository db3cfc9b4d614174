import { readOptions } from "../../../../cli/adopt/options";
import { UsageError } from "../../../../cli/command";

const kindsFor = (...args: string[]): string[] => readOptions(args).kinds.map(({ kind }) => kind);

test("all kinds are adopted but snapshots, each after those that it may refer to", () => {
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

test("kinds are named in one option or several", () => {
  expect(kindsFor("--kind", "Domain, InstanceSnapshot", "--kind", "Image")).toEqual([
    "Image",
    "Domain",
    "InstanceSnapshot",
  ]);
});

test("a zone is adopted with its records only, unless kinds are named", () => {
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
])("%j is wrong usage", (args, message) => {
  const read = () => readOptions(args);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});
