import type { Values } from "../../provider/definition/values";
import { RunMemory, readCollectionSince } from "../../provider/lifecycle/context";
import type { Context } from "../../provider/lifecycle/context";
import { definitionOf } from "../../provider/resources/registry";
import { steppedClock } from "../support/stepped-clock";

test("simultaneous waits share one list, and a later wait reads a new one", async () => {
  const clock = steppedClock();
  const paths: string[] = [];
  const send = ({ path }: { path: string }): Promise<Values> => {
    paths.push(path);
    return Promise.resolve({ data: [{ id: paths.length }], page: 1, pages: 1, results: 1 });
  };
  const context = { clock, send, memory: new RunMemory() } as unknown as Context;
  const look = (path: string, sinceMs: number) =>
    readCollectionSince(definitionOf("Domain"), { path, sinceMs }, context);
  await clock.advance(1000);
  expect(await Promise.all([0, 500, 999].map((sinceMs) => look("/domains", sinceMs)))).toEqual(
    Array.from({ length: 3 }, () => [{ id: 1 }]),
  );
  expect(await look("/images", 0)).toEqual([{ id: 2 }]);
  await clock.advance(1000);
  expect(await look("/domains", 1000)).toEqual([{ id: 3 }]);
  expect(paths).toEqual(["/domains", "/images", "/domains"]);
});
