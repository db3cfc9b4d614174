import type { Command } from "../terminal/command";
import { screenOf, writeOutputs } from "../terminal/outputs";
import { progressLine } from "../terminal/progress-line";
import { FORMATS, headline } from "./as-report";
import { HELP } from "./help";
import { readOptions } from "./options";
import type { Failing } from "./options";
import { rehearse } from "./rehearsal";
import type { Report } from "./report";

const EXIT_FOUND = 2;
const EXIT_INTERRUPTED = 130;

/** `pulumi-compute rehearse`: runs an update on copies of the stack and of its accounts. Writes to neither. */
export const rehearseCommand: Command = {
  help: HELP,
  async run(args) {
    const { outputs, failOn, ...options } = readOptions(args);
    const progress = progressLine(process.stderr);
    const stop = new AbortController();
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => stop.abort());
    const report = await rehearse({ ...options, signal: stop.signal, onProgress: progress.wait })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
        return undefined;
      })
      .finally(progress.clear);
    if (report === undefined || stop.signal.aborted) {
      process.stderr.write("Interrupted. The copies were removed; nothing else was changed.\n");
      return EXIT_INTERRUPTED;
    }
    writeOutputs(outputs, (format) => FORMATS[format](report, screenOf(process.stdout)), headline(report));
    return /fails|unrecovered/.test(report.outcome) || failOn.some((word) => FOUND[word](report)) ? EXIT_FOUND : 0;
  },
};

const FOUND: Readonly<Record<Failing, (report: Report) => boolean>> = {
  unclean: ({ leftover }) => leftover.preview.length + leftover.refresh.length > 0,
  loss: ({ operations }) => operations.some(({ loses }) => loses !== undefined),
  downtime: ({ operations }) => operations.some(({ down }) => down !== undefined),
};
