import { writeFileSync } from "node:fs";
import path from "node:path";
import { EMULATOR_SCRIPT } from "../support/package-programs";
import { testsOfInstalledPackage } from "../support/package-suite";

/** The emulator is the package's library, in a process of its own. */
testsOfInstalledPackage("pnpm", ({ folder }) => {
  writeFileSync(path.join(folder, "emulator.mjs"), EMULATOR_SCRIPT);
  return ["node", "emulator.mjs"];
});
