import type { Command } from "../terminal/command";
import { screenOf, writeOutputs } from "../terminal/outputs";
import { progressLine } from "../terminal/progress-line";
import { UnfitExportError } from "../../provider/shared/exported-state";
import { parsePreview, PREVIEW } from "../state/preview";
import type { PlannedResource } from "../state/preview";
import { pulumiIn } from "../state/pulumi";
import { providerFrom, stackStateIn, textOf } from "../state/sources";
import type { StackProvider } from "../state/stack-state";
import { packageVersion } from "../../provider/api/user-agent";
import { costsOf } from "../account/costs";
import { FORMATS, headline } from "./as-report";
import { HELP } from "./help";
import { readOptions } from "./options";
import type { CommandOptions } from "./options";
import { reportOf } from "./report";
import type { BudgetOutcome, CostReport } from "./report";

const EXIT_CODES: Readonly<Record<BudgetOutcome, number>> = { within: 0, over: 2, unknown: 1 };

/** `pulumi-compute cost`: prices a stack before and after an update. Only reads. */
export const costCommand: Command = {
  help: HELP,
  async run(args) {
    const options = readOptions(args);
    const report = await reportFor(options);
    writeOutputs(options.outputs, (format) => FORMATS[format](report, screenOf(process.stdout)), headline(report));
    return report.budget === undefined ? 0 : EXIT_CODES[report.budget.outcome];
  },
};

/** The resources to price, and where they are from. */
interface Source extends Pick<CostReport, "of"> {
  /** Stack name or file as given; used if there are no resources. */
  readonly asked: string;
  readonly planned: readonly PlannedResource[];
  readonly omitted: number;
  readonly defaultProvider: StackProvider | undefined;
}

async function reportFor(options: CommandOptions): Promise<CostReport> {
  const { asked, of, planned, omitted, defaultProvider } = await readSource(options);
  const progress = progressLine(process.stderr);
  const costs = await costsOf(planned, {
    environment: process.env,
    signal: new AbortController().signal,
    defaultProvider,
    onWait: progress.wait,
  }).finally(progress.clear);
  const [first] = planned.flatMap(({ after, before }) => after ?? before ?? []);
  const { budget, allowsUnpriced } = options;
  return reportOf(costs, {
    tool: { name: "pulumi-compute", version: packageVersion },
    stack: first?.stack ?? asked,
    of,
    budget,
    allowsUnpriced,
    omitted,
  });
}

async function readSource({ directory, stack, previewFile, stateFile }: CommandOptions): Promise<Source> {
  if (stateFile !== undefined) {
    const { resources } = stackStateIn(textOf(stateFile), stateFile);
    const planned = resources.map((one) => ({ action: "same", before: one, after: one, isRetained: false }) as const);
    return { asked: stateFile, of: "state", planned, omitted: 0, defaultProvider: undefined };
  }
  if (previewFile !== undefined) {
    const { config, ...preview } = previewIn(textOf(previewFile, "--preview"), previewFile);
    return { asked: previewFile, of: "preview", ...preview, defaultProvider: providerFrom(config) };
  }
  const asked = stack ?? "the selected stack";
  const pulumi = pulumiIn(directory, ", or use --preview FILE or --state FILE");
  const { planned, omitted } = previewIn(await pulumi.preview(stack), asked);
  // A preview hides the token.
  const defaultProvider = providerFrom(await pulumi.config(stack));
  return { asked, of: "preview", planned, omitted, defaultProvider };
}

function previewIn(text: string, source: string): ReturnType<typeof parsePreview> {
  try {
    return parsePreview(text);
  } catch (error) {
    if (!(error instanceof UnfitExportError)) throw error;
    throw new Error(
      `Cannot read the preview of ${source}: ${error.message}. Use the output of \`pulumi ${PREVIEW.join(" ")}\`.`,
      { cause: error },
    );
  }
}
