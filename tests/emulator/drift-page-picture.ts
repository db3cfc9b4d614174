import path from "node:path";
import { pathToFileURL } from "node:url";
import { FORMATS } from "../../cli/drift/formats";
import { DRIFTED } from "../support/drift-reports";
import { describeWith } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";
import { browserTool, launch } from "./support/browser";

const PICTURE = path.resolve(__dirname, "..", "..", "docs", "drift", "report.png");
const VIEWPORT = { width: 1_000, height: 950 };

/** `npm run docs:drift-picture`. It is no test: it writes the picture of docs/drift/formats.md. */
describeWith(browserTool(), "the picture of a drift report", (executablePath) => {
  test("is taken", async () => {
    const folder = temporaryFolder({ "report.html": FORMATS.html(DRIFTED, { color: false, columns: 80 }) });
    const browser = await launch(executablePath);
    try {
      const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: "light" });
      await page.goto(pathToFileURL(path.join(folder, "report.html")).href);
      await page.screenshot({ path: PICTURE });
    } finally {
      await browser.close();
    }
  });
});
