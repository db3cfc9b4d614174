/** The provider's modules: what each does, and which others it may import. LIFECYCLE_MODULES has the order within `lifecycle`. */
const MODULES = {
  definition: { imports: [], is: "how resource types are declared" },
  normalise: { imports: ["definition"], is: "rules for equivalent values" },
  resources: { imports: ["definition", "normalise"], is: "the resource types" },
  "zone-file": { imports: ["normalise", "resources"], is: "reads BIND zone files" },
  journal: { imports: [], is: "write-ahead log of creates and actions" },
  api: { imports: ["definition"], is: "HTTP, retries, paging" },
  lifecycle: {
    imports: ["definition", "resources", "zone-file", "journal", "api"],
    is: "operations of all resource types",
  },
  "data-sources": {
    imports: ["definition", "normalise", "resources", "api", "lifecycle"],
    is: "the rules of the data sources",
  },
  shared: { imports: ["definition", "api", "lifecycle"], is: "used by both processes" },
  sdk: {
    imports: ["definition", "normalise", "resources", "zone-file", "api", "lifecycle", "data-sources", "shared"],
    is: "runs in the program's process",
  },
  plugin: {
    imports: ["definition", "resources", "journal", "api", "lifecycle", "shared"],
    is: "runs in the provider's process",
  },
  native: {
    imports: ["definition", "resources", "api", "lifecycle", "shared", "plugin", "data-sources", "sdk"],
    is: "the native plugin",
  },
};

/** The lifecycle's modules in order: each may import those before it. */
const LIFECYCLE_MODULES = {
  wording: "messages, closest names",
  state: "values, IDs, request bodies",
  context: "what a call depends on",
  waiting: "for a status, a lock, a busy API",
  catalogue: "regions, images, types",
  identity: "what a resource is compared by, unique names",
  ownership: "who owns a cloud resource",
  upload: "data sent after a create",
  object: "a single cloud resource",
  action: "what runs once",
  "record-set": "records of a zone as one",
  drift: "out-of-band changes",
  cost: "monthly cost",
  preview: "what previews warn of and refuse",
  generic: "objects of any collection",
};

module.exports = { MODULES, LIFECYCLE_MODULES };
