import { cleanEnvironment, expectExit, pulumiCommand, start } from "../support/engine-cli";
import { SCHEMA_FILE } from "../support/package-schema";
import { temporaryFolder } from "../support/temporary-folder";

test("the CLI accepts the package schema", async () => {
  const cwd = temporaryFolder({});
  const env = { ...cleanEnvironment(), PULUMI_HOME: cwd, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const ended = await start(pulumiCommand(), ["schema", "check", SCHEMA_FILE], { cwd, env }).ended;
  expectExit(ended, 0);
});
