import { testsOfInstalledPackage } from "../support/package-suite";

/** The emulator is the package's command. */
testsOfInstalledPackage("npm", () => ["npx", "pulumi-compute", "emulator", "--port", "0", "--token", "installed"]);
