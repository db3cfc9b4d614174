import { join } from "node:path";

/** The SDK's own frames, and one constructor of the resource's class, all of which the SDK drops from the trace that it records. */
const SDK_FRAMES = 5;

const PACKAGE_FOLDER = join(__dirname, "..");
const SDK_FOLDER = join("node_modules", "@pulumi", "pulumi");

interface Frame extends NodeJS.CallSite {
  toString(): string;
}

/** V8's settings for stack traces. A program with source map support may have set the function. */
const traces: { stackTraceLimit: number; prepareStackTrace?: (error: Error, frames: Frame[]) => unknown } = Error;

/**
 * Limits the stack traces of this process, until the returned function is called. While a resource is constructed, the SDK takes one
 * for each promise of each property, which costs more than everything else. It takes another for state, whose first frame is shown as
 * the resource's source position: that one gets only the first frame of the program, because nothing shows the others.
 */
export function boundStackTraces(): () => void {
  const { stackTraceLimit, prepareStackTrace: format } = traces;
  traces.stackTraceLimit = 0;
  // Any function here would disable the runtime's own source maps.
  if (!process.sourceMapsEnabled) {
    traces.prepareStackTrace = (error, frames) => withNames((format ?? formatted)(error, ofProgram(frames)));
  }
  return () => {
    traces.stackTraceLimit = stackTraceLimit;
    if (format) traces.prepareStackTrace = format;
    else delete traces.prepareStackTrace;
  };
}

function ofProgram(frames: readonly Frame[]): Frame[] {
  const program = frames.slice(SDK_FRAMES).find(isOfProgram);
  return [...frames.slice(0, SDK_FRAMES), ...(program ? [program] : [])];
}

function isOfProgram(frame: Frame): boolean {
  const file = frame.getFileName() ?? "";
  return !(file === "" || file.startsWith("node:") || file.startsWith(PACKAGE_FOLDER) || file.includes(SDK_FOLDER));
}

/** Formats a trace as V8 does. */
function formatted(error: Error, frames: readonly Frame[]): string {
  return [String(error), ...frames.map((frame) => `    at ${frame.toString()}`)].join("\n");
}

/** The trace with a name for each function without one, as in `names.map((name) => new Instance(…))`: the SDK skips frames without a name. */
function withNames(trace: unknown): unknown {
  return typeof trace === "string" ? trace.replace(/^( +at )([^(\n]+:\d+:\d+)$/gm, "$1<anonymous> ($2)") : trace;
}
