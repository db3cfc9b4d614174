import { ANY_IMAGE } from "../catalogue/stackscripts";
import { listOf } from "../interface/envelope";
import { failure, notFound, Problems } from "../interface/errors";
import type { Call, Route } from "../interface/router";
import { del, get, idOf, post, put } from "../interface/router";
import type { StackScriptRow } from "../catalogue/stackscripts";
import { findImage } from "../services/images/images";
import { findStackScript, stackscripts, userDefinedFields } from "../services/instances/stackscripts";
import type { JsonObject } from "../json";
import { datesNow, filled, stored } from "../seed/seed";
import { flag, list, parse, requireFields, text } from "../interface/validation";
import type { Service } from "../service";
import { shown } from "../service";
import type { World } from "../world";
import { today } from "../world";
import { userOf } from "./account/profile";

const FILTERABLE = ["id", "label", "description", "images", "is_public", "rev_note", "username", "mine", "created"];

const READ = { scopes: ["stackscripts:read_only"] };
const WRITE = { scopes: ["stackscripts:read_write"] };

const SHAPE = {
  label: text(3, 128),
  description: text(0, 65_000),
  images: list(text(1)),
  script: text(1, 65_535),
  is_public: flag(),
  rev_note: text(0, 512),
};

/** StackScripts, used when an instance is created (Linode API v4, Linode Create, stackscript_id). */
export const stackScriptService: Service = {
  beyondDocuments: true,
  routes: [stackScriptRoutes],
  seeds: [
    stored<StackScriptRow>(
      stackscripts,
      { path: "/compute/stackscripts", filter: { mine: true }, kept: withoutCommands },
      (entry, { world }) =>
        filled(entry, {
          label: "",
          description: "",
          images: [],
          script: "#!/bin/sh",
          is_public: false,
          rev_note: "",
          username: world.account.username,
          ...datesNow(world),
        }),
    ),
  ],
  shown: [
    shown(stackscripts, {
      heading: "StackScripts",
      title: (row) => row.label,
      facts: { Images: (row) => row.images, Owner: (row) => row.username },
    }),
  ],
};

/** A script can contain secrets: only the declarations of its inputs are kept. */
function withoutCommands({ script, ...entry }: JsonObject): JsonObject {
  const declarations = String(script)
    .split("\n")
    .filter((line) => line.includes("<UDF"));
  return { ...entry, script: ["#!/bin/sh", ...declarations].join("\n") };
}

function stackScriptRoutes(world: World): Route[] {
  const view = (call: Call) => (row: StackScriptRow) => viewScript(row, call);
  const viewOne = (path: string): Route => {
    return get(path, READ, (call) => viewScript(visibleScript(world, call), call));
  };
  return [
    get("/compute/stackscripts", READ, (call) => {
      const all = [...world.catalogue.stackscripts.values(), ...stackscripts.in(world).all()];
      const seen = all.filter((row) => isVisible(row, call)).map((row) => ({ ...row, mine: isMine(row, call) }));
      return listOf(world, call, seen, FILTERABLE, view(call));
    }),
    post("/compute/stackscripts", WRITE, (call) => {
      const problems = new Problems(world.documentedOnly);
      requireFields(["label", "images", "script"], call.body, problems);
      const { label = "", images = [], script = "", ...input } = readScript(world, call, problems);
      const unset = { description: "", rev_note: "", is_public: false };
      const dates = datesNow(world);
      const { username } = userOf(call);
      const row = {
        id: stackscripts.in(world).nextId(),
        ...unset,
        label,
        images,
        script,
        ...input,
        username,
        ...dates,
      };
      return viewScript(stackscripts.in(world).put(row), call);
    }),
    viewOne("/compute/stackscripts/{id}"),
    viewOne("/compute/stackscript/{id}"),
    put("/compute/stackscripts/{id}", WRITE, (call) => {
      const row = ownScript(world, call);
      const input = readScript(world, call, new Problems(world.documentedOnly));
      return viewScript(stackscripts.in(world).put({ ...row, ...input, updated: today(world) }), call);
    }),
    del("/compute/stackscripts/{id}", WRITE, (call) => {
      stackscripts.in(world).delete(ownScript(world, call).id);
      return {};
    }),
  ];
}

function readScript(world: World, call: Call, problems: Problems) {
  const input = parse(SHAPE, call.body, problems);
  for (const [index, image] of (input.images ?? []).entries()) {
    if (image !== ANY_IMAGE && findImage(world, image) === undefined) {
      problems.add(`images[${index}]`, "images is not valid");
    }
  }
  if (input.script !== undefined && !input.script.startsWith("#!")) {
    problems.add("script", "Script must begin with a shebang (example: #!/bin/bash)");
  }
  problems.throwIfAny();
  return input;
}

function isMine(row: StackScriptRow, call: Call): boolean {
  return row.username === userOf(call).username;
}

function isVisible(row: StackScriptRow, call: Call): boolean {
  return row.is_public || isMine(row, call);
}

function visibleScript(world: World, call: Call): StackScriptRow {
  const row = findStackScript(world, idOf(call));
  if (row === undefined || !isVisible(row, call)) throw notFound();
  return row;
}

/** Only the user's own scripts can be changed. */
function ownScript(world: World, call: Call): StackScriptRow {
  const row = visibleScript(world, call);
  if (!isMine(row, call)) throw failure(403, "Unauthorized");
  return row;
}

function viewScript(row: StackScriptRow, call: Call): unknown {
  return {
    ...row,
    mine: isMine(row, call),
    deployments_total: 0,
    deployments_active: 0,
    user_gravatar_id: "",
    user_defined_fields: userDefinedFields(row.script),
  };
}
