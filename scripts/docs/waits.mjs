// What an operation waits for, and for how long, in words.
import { code, list, table } from "./markdown.mjs";

export function waitLines(definition) {
  const { createSec, updateSec, deleteSec } = definition.deadlines;
  const lines = definition.action
    ? actionLines(definition)
    : definition.set
      ? setLines(definition.set)
      : objectLines(definition.status);
  lines.push(...Object.entries(definition.creation?.origins ?? {}).flatMap(originLines));
  return [
    ...lines,
    "",
    ...table(["operation", "timeout"], deadlineRows({ createSec, updateSec, deleteSec }, definition.action)),
    "",
    "After a timeout, the ID is in state and the next `pulumi up` resumes. The resource option `customTimeouts` overrides these values.",
  ];
}

export function minutes(seconds) {
  return `${seconds / 60} min`;
}

function deadlineRows({ createSec, updateSec, deleteSec }, action) {
  const rows = [
    ["create", createSec],
    ["update", updateSec],
    ["delete", deleteSec],
  ];
  return rows.filter(([name]) => !action || name !== "update").map(([name, seconds]) => [name, minutes(seconds)]);
}

function objectLines(status) {
  if (!status) return ["The resource is ready as soon as the API responds."];
  const lines = [`- A create waits until it is ${createdStatuses(status)}.`];
  if (status.updatable) {
    lines.push(`- An update waits until it is ${words(status.updatable)}, and again after the request.`);
  }
  if (status.deletable) lines.push(`- A delete waits until it is ${words(status.deletable)}.`);
  if (status.deleting) lines.push(`- A delete waits while it is ${code(status.deleting)}, until it no longer exists.`);
  for (const [terminal, advice] of Object.entries(status.terminal ?? {})) {
    lines.push(`- ${code(terminal)} stops every wait at once. ${advice}`);
  }
  return lines;
}

function setLines({ members, ids, exclusive }) {
  return [
    `- An update reads the list once and sends one request for each of the ${code(members)} that differ, a few in parallel. The resource is ready as soon as the API responds.`,
    `- A delete removes only the set's own ${code(members)}, whose IDs are in ${code(ids)}, even with ${code(exclusive)}.`,
  ];
}

function originLines([name, { copying, createSec }]) {
  return [
    ...(copying
      ? [`- With ${code(name)}, at most ${copying.most} creates copy the same source at once. Others are queued.`]
      : []),
    ...(createSec ? [`- With ${code(name)}, a create may take ${minutes(createSec)}.`] : []),
  ];
}

/** What the arguments decide is one of the statuses in which nothing is under way. */
function createdStatuses({ idle, afterCreate }) {
  return idle.length === 1 ? code(afterCreate({})) : words(idle);
}

function actionLines({ action }) {
  const { before, after, evidence, doing, deleting, forgetting } = action;
  const named = ({ noun, id, ready }) => `the ${noun} (${code(id)}) is ${words(ready)}`;
  const ends = after.map(named);
  if (evidence.shows !== "beginning") ends.unshift("the API shows the result");
  const gone = deleting === "delete" ? "deletes what it created" : "only removes it from state and sends nothing";
  return [
    `- A create sends the request to ${doing} once.`,
    `- Before that, it waits until ${list(before.map(named))}.`,
    `- After that, it waits until ${list(ends)}.`,
    `- Deleting the resource ${gone}.${forgetting ? ` After that, ${forgetting}` : ""}`,
  ];
}

function words(statuses) {
  return list(statuses.map(code), "or");
}
