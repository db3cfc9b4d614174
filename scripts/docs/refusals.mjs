// What is refused of one kind, in the preview and only by the service, and what a preview warns of.
import { sentence } from "./docstrings.mjs";
import { capital, code, list } from "./markdown.mjs";

const NOT_IMPORTED = "Import: the API stores no object for this action.";

/** What a preview warns of. */
export function warningsOf({ args, checks, identity, set }, { sources, linkTo }) {
  const doc = (rule) => docOf(rule, sources);
  const twice = identity.by.length === 1 ? `One with the same ${code(identity.by[0])}` : "An identical one";
  return [
    ...(identity.by.length > 0 && !identity.unique ? [`${twice} already exists: the create adds another one.`] : []),
    ...(checks?.warnings ? [doc(checks.warnings)] : []),
    ...Object.entries(args).flatMap(([name, { warning }]) => (warning ? [`${code(name)}: ${doc(warning)}`] : [])),
    ...(set ? [`The warnings of ${linkTo(set.member.kind)}, for each of the ${code(set.members)}.`] : []),
  ];
}

/** What a preview refuses. */
export function refusedOf({ args, checks = {}, collection, creation = {}, ids, action, set }, { sources, linkTo }) {
  const { rules = [], capabilities = [] } = checks;
  const { origins = {}, upload } = creation;
  const said = rules.map((rule) => docOf(rule, sources));
  if (action && action.evidence.shows !== "object") said.push(NOT_IMPORTED);
  const ways = Object.keys(origins);
  const oneWay = ways.length > 1 ? [`At most one of ${list(ways.map(code))} can be set.`] : [];
  const excluding = Object.entries(origins).flatMap(([name, { excludes = {} }]) =>
    Object.entries(excludes).map(([other, why]) => `${code(other)} cannot be combined with ${code(name)}: ${why}.`),
  );
  const lacking = capabilities.map(
    ({ of, what, capability }) => `${code(of)} must have the capability ${code(capability)}, which ${what} needs.`,
  );
  const data = upload
    ? [
        `${code(upload.from)}: a file that can't be read, a directory, an empty file, and a gzip file larger than ${upload.mostBytes / 1024 ** 3} GiB.`,
      ]
    : [];
  const parents = action ? [] : Array.from(collection.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  const missing = parents.map((name) => `${code(name)}: an ID that doesn't exist, before a create.`);
  const ofMembers = set ? setRules(set, linkTo) : [];
  const foreign = ids?.cannotManage ? [`The option ${code("import")}, if the id ${ids.cannotManage("")}.`] : [];
  const refused = Object.entries(args).flatMap(([name, { change }]) =>
    [true, false].flatMap((wanted) => {
      const reason = change?.refusal?.(wanted, {});
      return reason === undefined ? [] : [`Changing ${code(name)} to ${code(wanted)}: ${reason}.`];
    }),
  );
  const listed = Object.entries(args).flatMap(([name, { catalogue }]) =>
    catalogue ? [`${code(name)} (${code(`GET ${catalogue.path}`)})`] : [],
  );
  return [
    ...said,
    ...data,
    ...ofMembers,
    ...foreign,
    ...oneWay,
    ...excluding,
    ...lacking,
    ...refused,
    ...missing,
    ...(listed.length > 0 ? [`Checked against the API's lists: ${list(listed)}.`] : []),
  ];
}

/** The rules for the members of a set. */
function setRules({ member, members, part }, linkTo) {
  return [
    `Each of the ${code(members)} must follow the rules of ${linkTo(member.kind)}. The path names the one that doesn't: ${code(`${members}[3].target`)}.`,
    `Two ${code(members)} that are identical or can't coexist.`,
    `A member outside the part that ${code(part)} names.`,
  ];
}

/** What the docstring of a rule says. */
function docOf({ name }, sources) {
  return sentence(sources.functionDoc(name)) || capital(`${inWords(name)}.`);
}

/** "masterNeedsEmail" as "master needs email". */
function inWords(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What only the service can refuse: of this kind, or of all. */
export function onlyByService({ kind }, fromService) {
  return fromService.filter(({ kinds }) => kinds.includes(kind) || kinds.includes("all kinds"));
}
