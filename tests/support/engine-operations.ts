import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { Emulator } from "../../emulator/index";
import { operationOf } from "./schemas/by-route";

/** A story of the engine lane: its file, and the title of its `describe`. */
interface Story {
  readonly file: string;
  readonly title: string;
}

/** For each operation of the documents, the story of the engine lane in which Pulumi uses it successfully. */
export type Claims = Readonly<Record<string, Story>>;

const ROOT = path.resolve(__dirname, "..", "..");
const ANSWERED = "http.server.response.finish";
/** The package's client, in a program or a command; the tests themselves use another. */
const BY_THE_PROVIDER = /^pulumi-compute\//;

export function readClaims(): Claims {
  return JSON.parse(readFileSync(path.join(ROOT, "tests", "conformance", "operations.json"), "utf8")) as Claims;
}

/**
 * Records which operations of the documents the provider uses successfully while the tests of a `describe` run, and checks at its
 * end that those which docs/reference/conformance.md lists for it were used. If RECORD_OPERATIONS names a folder, the operations
 * are written there, for `npm run docs:operations`.
 */
export function watchOperations(emulators: readonly Emulator[]): void {
  const used = new Set<string>();
  const listen = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const isOurs = emulators.some(({ url }) => Number(new URL(url).port) === request.socket.localPort);
    if (!isOurs || response.statusCode >= 400 || !BY_THE_PROVIDER.test(request.headers["user-agent"] ?? "")) return;
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const operation = operationOf(request.method ?? "", decodeURI(pathname).replace(/^\/+v4/, ""));
    if (operation !== undefined) used.add(operation);
  };
  let story: Story | undefined;
  beforeAll(() => subscribe(ANSWERED, listen));
  beforeEach(() => {
    story = storyOfTest();
  });
  afterAll(() => {
    unsubscribe(ANSWERED, listen);
    if (story === undefined) return;
    const folder = process.env.RECORD_OPERATIONS;
    if (folder !== undefined && folder !== "") record(folder, story, [...used]);
    else insistOn(story, used);
  });
}

/** @throws if the story does not use all its claimed operations. */
function insistOn({ file, title }: Story, used: ReadonlySet<string>): void {
  const isHere = (claim: Story | undefined): boolean => claim?.file === file && claim.title === title;
  const claims = readClaims();
  const unused = Object.keys(claims).filter((operation) => isHere(claims[operation]) && !used.has(operation));
  if (unused.length === 0) return;
  throw new Error(
    `tests/conformance/operations.json says that this story uses ${unused.join(", ")}, which it did not. ` +
      "Run: npm run docs:operations -- --testPathPatterns and the name of this file",
  );
}

/** The `describe` of the running test; undefined if its title is composed of others. */
function storyOfTest(): Story | undefined {
  const { testPath = "", currentTestName = "" } = expect.getState();
  const titles = titlesIn(testPath).filter((title) => currentTestName.startsWith(`${title} `));
  return titles[0] === undefined ? undefined : { file: path.relative(ROOT, testPath), title: titles[0] };
}

/** The titles of the stories in a file, the longest first. */
export function titlesIn(file: string): string[] {
  const titles = [...readFileSync(file, "utf8").matchAll(/^describe\("([^"]+)"/gm)].map(([, title = ""]) => title);
  return titles.sort((a, b) => b.length - a.length);
}

function record(folder: string, story: Story, operations: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const name = `${story.file}-${story.title}`.replace(/\W+/g, "-");
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify({ ...story, operations: [...operations].sort() }));
}
