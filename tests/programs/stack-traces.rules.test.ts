import { boundStackTraces } from "../../provider/sdk/stack-traces";
import * as compute from "../../provider/index";

const FRAME = /\n {4}at /g;
const framesOf = ({ stack = "" }: Error): number => stack.match(FRAME)?.length ?? 0;

/** Takes a trace as the SDK does for the one it records. */
function wholeTrace(): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Infinity;
  const error = new Error("whole");
  void error.stack;
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

const calledFromDepth = <T>(depth: number, work: () => T): T =>
  depth === 0 ? work() : calledFromDepth(depth - 1, work);

test("a bounded trace has no frames, and a later one has them again", () => {
  const restore = boundStackTraces();
  const during = new Error("during");
  const shown = during.stack;
  restore();
  expect(shown).toBe("Error: during");
  expect(framesOf(new Error("after"))).toBeGreaterThan(1);
});

test("the trace that the SDK records has its own frames and at most three of the program", () => {
  const restore = boundStackTraces();
  const trace = calledFromDepth(20, wholeTrace);
  restore();
  expect(framesOf(trace)).toBe(8);
  expect(framesOf(calledFromDepth(20, wholeTrace))).toBeGreaterThan(20);
});

test("an error in a resource constructor shows the program's file", () => {
  const construct = (): void => void new compute.Domain("zone", undefined as never, { parent: 5 as never });
  let thrown: unknown;
  try {
    construct();
  } catch (error) {
    thrown = error;
  }
  expect((thrown as Error).stack).toContain("stack-traces.rules.test.ts");
});
