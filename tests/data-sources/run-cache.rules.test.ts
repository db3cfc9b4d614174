import { answerInRun } from "../../provider/data-sources/run-cache";

test("each update in a process has its own responses", async () => {
  let n = 0;
  const load = () => Promise.resolve({ n: ++n });
  const [first, second] = [{}, {}];
  expect(await answerInRun(first, "key", load)).toEqual({ n: 1 });
  expect(await answerInRun(second, "key", load)).toEqual({ n: 2 });
  expect(await answerInRun(first, "key", load)).toEqual({ n: 1 });
});

test("a process without an engine has one cache", async () => {
  const load = jest.fn(() => Promise.resolve({}));
  await answerInRun(undefined, "key", load);
  await answerInRun(undefined, "key", load);
  expect(load).toHaveBeenCalledTimes(1);
});
