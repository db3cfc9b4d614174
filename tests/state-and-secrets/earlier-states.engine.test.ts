import { readFileSync } from "node:fs";
import type { Deeds } from "../support/earlier-states";
import { goOnFrom, recordedVersions, recordingOf, warnedBy, writesOf } from "../support/earlier-states";
import { engineStory } from "../support/engine-fixture";
import { plannedBy } from "../support/engine-preview";

describe.each(recordedVersions())("a state written by version %s, with each resource type", (version) => {
  const expected = JSON.parse(readFileSync(recordingOf(version).deeds, "utf8")) as Deeds;
  const story = engineStory((engine) => goOnFrom(version, engine));

  it("is refreshed without changes to finished resources", () => {
    expect(story.refreshed.writes).toEqual([]);
  });

  it("is previewed as unchanged, except for updates of unfinished resources", () => {
    const { previewed, unfinished } = story;
    expect(plannedBy(previewed)).toEqual({ update: [...unfinished].sort() });
    const { changeSummary } = JSON.parse(previewed.stdout) as { changeSummary: Record<string, number> };
    expect(changeSummary).toEqual({ same: expect.any(Number), update: unfinished.length });
    expect(previewed.writes).toEqual([]);
  });

  it("is previewed with the recorded warnings", () => {
    expect(warnedBy(story.previewed)).toEqual(expected.warned);
  });

  it("is finished by the next up with the remaining requests, and each resource keeps its id", () => {
    expect(writesOf(story.finished)).toEqual(expected.finished);
    expect(story.ids.after).toEqual(story.ids.before);
  });

  it("is updated in place, for each resource type that can be, with the same requests as that version sent", () => {
    expect(writesOf(story.changed)).toEqual(expected.changed);
  });

  it("has no changes afterwards, before and after a refresh", () => {
    expect(story.settled.writes).toEqual([]);
  });

  it("is destroyed with the same requests as that version sent, and nothing is left", () => {
    expect(writesOf(story.destroyed)).toEqual(expected.destroyed);
    expect(story.left).toEqual({ resources: [], objects: [] });
  });
});
