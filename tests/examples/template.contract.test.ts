import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { EMULATOR_URL } from "../../provider/api/settings";

interface Prompt {
  readonly description?: string;
  readonly default?: string;
  readonly secret?: boolean;
}

const FOLDER = path.resolve(__dirname, "..", "..", "templates", "compute-typescript");
const { template } = parse(readFileSync(path.join(FOLDER, "Pulumi.yaml"), "utf8")) as {
  template: { description: string; config: Record<string, Prompt> };
};
const prompts = Object.entries(template.config);

describe("the template for pulumi new", () => {
  test("prompts for what the program requires", () => {
    const program = readFileSync(path.join(FOLDER, "index.ts"), "utf8");
    const required = [...program.matchAll(/config\.require\w*\("(\w+)"\)/g)].map(([, key]) => key);
    const asked = prompts.map(([key]) => key).filter((key) => !key.startsWith("compute:"));
    expect(asked.sort()).toEqual([...new Set(required)].sort());
  });

  test.each(prompts)("describes %s", (_, { description = "" }) => {
    expect(description.length).toBeGreaterThan(10);
  });

  test("prompts for passwords and tokens as secrets and has no defaults for them", () => {
    const secret = prompts.filter(([, prompt]) => prompt.secret);
    expect(secret.map(([key]) => key).sort()).toEqual(["compute:token", "rootPass"]);
    for (const [, prompt] of secret) expect(prompt).not.toHaveProperty("default");
  });

  test("defaults to the emulator", () => {
    expect(template.config["compute:url"]?.default).toBe(EMULATOR_URL);
  });

  test("explains the same settings in its README", () => {
    const readme = readFileSync(path.join(FOLDER, "README.md"), "utf8");
    expect(prompts.filter(([key]) => !readme.includes(`| \`${key}\``))).toEqual([]);
  });
});
