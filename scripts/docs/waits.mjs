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
    ...table(["operation", "fails after"], deadlineRows({ createSec, updateSec, deleteSec }, definition.action)),
    "",
    "After that failure, the state has the id, and the next `pulumi up` continues from there. The option `customTimeouts` changes these limits.",
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
  if (!status) return ["It is ready as soon as the service has answered."];
  const lines = [`- A create waits until it is ${createdStatuses(status)}.`];
  if (status.updatable) {
    lines.push(`- An update waits until it is ${words(status.updatable)}, and again after the request.`);
  }
  if (status.deletable) lines.push(`- A delete waits until it is ${words(status.deletable)}.`);
  if (status.deleting) lines.push(`- A delete waits until it is gone, while it is ${code(status.deleting)}.`);
  for (const [terminal, advice] of Object.entries(status.terminal ?? {})) {
    lines.push(`- ${code(terminal)} ends every wait at once. ${advice}`);
  }
  return lines;
}

function setLines({ members, ids, exclusive }) {
  return [
    `- It reads the list once, and sends one request for each of the ${code(members)} that differ, a few at a time. It is ready as soon as the service has answered.`,
    `- A delete deletes only its own ${code(members)}, whose ids are in ${code(ids)}, even with ${code(exclusive)}.`,
  ];
}

function originLines([name, { copying, createSec }]) {
  return [
    ...(copying
      ? [
          `- With ${code(name)}, at most ${copying.most} creates may copy one source at once; others wait for their turn.`,
        ]
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
  if (evidence.shows !== "beginning") ends.unshift("the service shows the result");
  const gone = deleting === "delete" ? "deletes what it made" : "only forgets it, and sends nothing";
  return [
    `- It sends the request to ${doing} once.`,
    `- Before that, it waits until ${list(before.map(named))}.`,
    `- After that, it waits until ${list(ends)}.`,
    `- Deleting the resource ${gone}.${forgetting ? ` After that, ${forgetting}` : ""}`,
  ];
}

function words(statuses) {
  return list(statuses.map(code), "or");
}
