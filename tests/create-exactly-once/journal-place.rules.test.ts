import os from "node:os";
import path from "node:path";
import { journalDirectory } from "../../provider/plugin/journal-place";

const OWNER = {
  organization: "acme",
  project: "shop",
  stack: "dev",
  settings: { url: "https://api.example.com/v4", brand: "compute" },
  backend: "file:///a",
};
const place = (environment: NodeJS.ProcessEnv = {}, platform?: NodeJS.Platform, owner = OWNER): string =>
  journalDirectory(owner, environment, platform) ?? "none";

test.each([
  ["linux", {}, path.join(os.homedir(), ".local", "state")],
  ["linux", { XDG_STATE_HOME: "/var/state" }, "/var/state"],
  ["linux", { XDG_STATE_HOME: "relative" }, path.join(os.homedir(), ".local", "state")],
  ["darwin", {}, path.join(os.homedir(), "Library", "Application Support")],
  ["win32", { LOCALAPPDATA: "/local" }, "/local"],
] as const)(
  "on %s with %o, the journal is in the platform's directory for such files",
  (platform, environment, base) => {
    const folder = place(environment, platform);
    expect(path.dirname(folder)).toBe(path.join(base, "pulumi-compute", "journal"));
    expect(path.basename(folder)).toMatch(/^shop-dev-[0-9a-f]{12}$/);
  },
);

test("COMPUTE_JOURNAL sets another directory or turns the journal off", () => {
  expect(path.dirname(place({ COMPUTE_JOURNAL: "/elsewhere" }))).toBe("/elsewhere");
  expect(place({ COMPUTE_JOURNAL: "off" })).toBe("none");
});

test.each([
  ["organization", { ...OWNER, organization: "other" }],
  ["project", { ...OWNER, project: "other" }],
  ["stack", { ...OWNER, stack: "other" }],
  ["backend", { ...OWNER, backend: "file:///b" }],
  ["API URL", { ...OWNER, settings: { ...OWNER.settings, url: "https://other.example.com/v4" } }],
])("a different %s has a different journal", (_, owner) => {
  expect(place({}, "linux", owner)).not.toBe(place({}, "linux"));
});

test("a user without a home directory has no journal unless a variable sets its directory", () => {
  const homeless = jest.spyOn(os, "homedir").mockImplementation(() => {
    throw new Error("no such user");
  });
  expect(place({}, "linux")).toBe("none");
  expect(place({ XDG_STATE_HOME: "/var/state" }, "linux")).toContain("/var/state/pulumi-compute/journal/");
  expect(path.dirname(place({ COMPUTE_JOURNAL: "/elsewhere" }, "linux"))).toBe("/elsewhere");
  homeless.mockRestore();
});
