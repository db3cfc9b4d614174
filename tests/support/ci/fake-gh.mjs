// A fake `gh`: stores issues and comments in the file that FAKE_GH names, and supports only the workflows' calls.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const option = { type: "string" };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...Object.fromEntries(
      ["state", "label", "json", "jq", "title", "body", "comment", "method"].map((name) => [name, option]),
    ),
    ...Object.fromEntries(["body-file", "field", "description"].map((name) => [name, option])),
    paginate: { type: "boolean" },
    silent: { type: "boolean" },
  },
});

const file = process.env.FAKE_GH;
const host = JSON.parse(readFileSync(file, "utf8"));
const [group, verb, subject] = positionals;

function fail(message) {
  process.stderr.write(`gh: ${message}\n`);
  process.exit(1);
}

const print = (value) =>
  process.stdout.write(values.jq ? execFileSync("jq", ["-r", values.jq], { input: JSON.stringify(value) }) : "");
const issue = () =>
  host.issues.find(({ number }) => number === Number(subject)) ?? fail(`there is no issue ${subject}`);
const bodyInFile = () => readFileSync(values["body-file"], "utf8");

function bodyInField() {
  if (!values.field?.startsWith("body=@")) fail("there is no body");
  return readFileSync(values.field.slice("body=@".length), "utf8");
}

const COMMANDS = {
  "issue list": () =>
    print(host.issues.filter(({ state, labels }) => state === values.state && labels.includes(values.label))),
  "issue create": () => {
    if (!host.labels.includes(values.label)) fail(`could not add label: '${values.label}' not found`);
    const [number, title] = [host.issues.length + 1, values.title];
    host.issues.push({
      number,
      title,
      labels: [values.label],
      state: "open",
      body: bodyInFile(),
      comments: [],
      edits: 0,
    });
  },
  "issue edit": () => Object.assign(issue(), { body: bodyInFile(), edits: issue().edits + 1 }),
  "issue comment": () => issue().comments.push(values.body),
  "issue close": () => {
    issue().comments.push(values.comment);
    issue().state = "closed";
  },
  "label create": () => {
    if (host.labels.includes(subject)) fail(`label with name "${subject}" already exists`);
    host.labels.push(subject);
  },
};

function api(path) {
  const collection = /^repos\/acme\/shop\/issues\/(\d+)\/comments$/.exec(path);
  const single = /^repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(path);
  if (collection && values.method === undefined) {
    return print(host.comments.filter(({ issue: of }) => of === Number(collection[1])));
  }
  if (collection && values.method === "POST") {
    const [id, user] = [host.comments.length + 1, { login: "github-actions[bot]" }];
    return host.comments.push({ id, issue: Number(collection[1]), user, body: bodyInField(), edits: 0 });
  }
  const comment = host.comments.find(({ id }) => id === Number(single?.[1]));
  if (!comment || values.method !== "PATCH") fail(`unknown request ${values.method} ${path}`);
  return Object.assign(comment, { body: bodyInField(), edits: comment.edits + 1 });
}

if (!process.env.GH_TOKEN) fail("set the GH_TOKEN environment variable");
if (group !== "api" && process.env.GH_REPO !== "acme/shop") fail("no repository");
const command = group === "api" ? () => api(verb) : COMMANDS[`${group} ${verb}`];
if (!command) fail(`unknown command ${process.argv.slice(2).join(" ")}`);
command();
writeFileSync(file, JSON.stringify(host));
