import { readFileSync } from "node:fs";
import { goOnFrom, warnedBy, writesOf } from "../support/earlier-state-story";
import type { Deeds, Story } from "../support/earlier-state-story";
import { recordedVersions, recordingOf } from "../support/earlier-states";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { plannedBy } from "../support/engine-preview";

describe.each(recordedVersions())("a state that version %s has written, with each kind of resource", (version) => {
  const engine = engineFixture();
  const expected = JSON.parse(readFileSync(recordingOf(version).deeds, "utf8")) as Deeds;
  let story: Story;

  beforeAll(async () => {
    story = await goOnFrom(version, engine);
  }, STORY_MS);

  it("is refreshed without a difference in what was finished", () => {
    expectExit(story.refreshed, 0);
    expect(story.refreshed.writes).toEqual([]);
  });

  it("is previewed as unchanged, but for updates of what was left unfinished", () => {
    const { previewed, unfinished } = story;
    expect(plannedBy(previewed)).toEqual({ update: [...unfinished].sort() });
    const { changeSummary } = JSON.parse(previewed.stdout) as { changeSummary: Record<string, number> };
    expect(changeSummary).toEqual({ same: expect.any(Number), update: unfinished.length });
    expect(previewed.writes).toEqual([]);
  });

  it("is previewed with the warnings that it remembers", () => {
    expect(warnedBy(story.previewed)).toEqual(expected.warned);
  });

  it("is finished by the next up with the requests that were left, and each object keeps its id", () => {
    expectExit(story.finished, 0);
    expect(writesOf(story.finished)).toEqual(expected.finished);
    expect(story.ids.after).toEqual(story.ids.before);
  });

  it("is changed in place, each kind that can be, with the requests that that version sent itself", () => {
    expectExit(story.changed, 0);
    expect(writesOf(story.changed)).toEqual(expected.changed);
  });

  it("needs no more changes then, and a refresh finds none", () => {
    expectExit(story.settled, 0);
    expect(story.settled.writes).toEqual([]);
  });

  it("is destroyed with the requests that that version sent itself, and nothing is left", () => {
    expectExit(story.destroyed, 0);
    expect(writesOf(story.destroyed)).toEqual(expected.destroyed);
    expect(story.left).toEqual({ resources: [], objects: [] });
  });
});
