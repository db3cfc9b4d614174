/** The modules of the provider: what each is for, and which others it may import. `lifecycle` knows its own order (below). */
const MODULES = {
  definition: { imports: [], is: "what a kind declares" },
  normalise: { imports: ["definition"], is: "one rule for each spelling" },
  resources: { imports: ["definition", "normalise"], is: "the kinds" },
  journal: { imports: [], is: "what is about to be made, on disk" },
  api: { imports: ["definition"], is: "sends, retries, pages" },
  lifecycle: { imports: ["definition", "journal", "api"], is: "runs any kind" },
  shared: { imports: ["definition", "api", "lifecycle"], is: "of both processes" },
  sdk: {
    imports: ["definition", "normalise", "resources", "api", "lifecycle", "shared"],
    is: "in the program's process",
  },
  "data-sources": {
    imports: ["definition", "normalise", "api", "lifecycle", "shared", "sdk"],
    is: "reads without a resource",
  },
  plugin: {
    imports: ["definition", "resources", "journal", "api", "lifecycle", "shared"],
    is: "in the provider's process",
  },
};

/** The modules of the lifecycle in their order: each may import those before it. */
const LIFECYCLE_MODULES = {
  wording: "messages, nearest names",
  state: "values, ids, bodies",
  context: "the world around a call",
  waiting: "status, busy, locks",
  catalogue: "regions, images, types",
  ownership: "whose object it is",
  upload: "data beside a create",
  object: "one object",
  action: "done once",
  set: "several objects as one",
};

module.exports = { MODULES, LIFECYCLE_MODULES };
