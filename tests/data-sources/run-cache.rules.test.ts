import { resultInRun } from "../../provider/sdk/data-sources/run-cache";

test("each update in a process has its own responses", async () => {
  let n = 0;
  const load = () => Promise.resolve({ n: ++n });
  const [first, second] = [{}, {}];
  expect(await resultInRun(first, "key", load)).toEqual({ n: 1 });
  expect(await resultInRun(second, "key", load)).toEqual({ n: 2 });
  expect(await resultInRun(first, "key", load)).toEqual({ n: 1 });
});

test("a process without an engine has one cache", async () => {
  const load = jest.fn(() => Promise.resolve({}));
  await resultInRun(undefined, "key", load);
  await resultInRun(undefined, "key", load);
  expect(load).toHaveBeenCalledTimes(1);
});
