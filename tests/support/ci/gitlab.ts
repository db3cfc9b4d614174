import { readFileSync, rmSync } from "node:fs";
import type { Ended, EngineProject } from "../engine-cli";
import { copyIfThere, Runner } from "./runner";
import { GITLAB_FILE, readYaml } from "./workflow";
import type { PipelineJob, Texts } from "./workflow";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Pipeline {
  readonly default: { readonly before_script: readonly string[] };
  readonly variables: Texts;
  readonly [job: string]: unknown;
}

/** Runs jobs of docs/guide/ci/gitlab in a project's folder, with what GitLab keeps between them. */
export class Gitlab {
  private readonly runner: Runner;

  constructor(
    folder: string,
    project: EngineProject,
    private readonly variables: Texts,
  ) {
    this.runner = new Runner(folder, project);
  }

  /** Runs a job's lines in one shell, as the runner does. */
  async run(name: string, variables: Texts = {}): Promise<Ended> {
    const { default: common, variables: shared, [name]: job } = readYaml(GITLAB_FILE) as Pipeline;
    const { script = [], cache = [], artifacts = { paths: [] }, variables: own = {} } = job as PipelineJob;
    const { runner } = this;
    runner.checkOut();
    for (const one of cache.flatMap(({ paths }) => paths)) copyIfThere(runner.kept("caches", one), runner.used(one));
    const expanded = Object.entries(own).map(([key, value]) => [
      key,
      value.replace("$CI_PROJECT_DIR", runner.workspace),
    ]);
    const lines = [...common.before_script, ...script].join("\n");
    const env = { ...runner.env, ...shared, ...this.variables, ...variables, ...Object.fromEntries(expanded) };
    const ended = await runner.bash(lines, runner.workspace, env).ended;
    const left = (of: typeof artifacts): readonly string[] =>
      ended.code === 0 || of.when === "always" ? of.paths : [];
    for (const one of cache.flatMap(left)) copyIfThere(runner.used(one), runner.kept("caches", one));
    rmSync(runner.kept("artifacts"), { recursive: true, force: true });
    for (const one of left(artifacts)) copyIfThere(runner.used(one), runner.kept("artifacts", one));
    return ended;
  }

  /** A file that the last job left. */
  artifact(name: string): string {
    return readFileSync(this.runner.kept("artifacts", name), "utf8");
  }
}

interface Note {
  readonly id: number;
  readonly author: { readonly id: number };
  readonly body: string;
  readonly edits: number;
}

const SELF = 5;
const NOTES = /^\/api\/v4\/projects\/12\/merge_requests\/3\/notes(?:\/(\d+))?$/;

/** A fake of GitLab's notes on one merge request. */
export class FakeGitlab {
  static readonly token = "token-for-notes";
  notes: readonly Note[] = [];
  private readonly server = createServer((request, response) => {
    void this.answer(request).then(([status, body]) => {
      response.statusCode = status;
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/v4`;
  }

  close(): void {
    this.server.close().closeAllConnections();
  }

  /** Adds a note, by default of another user. */
  add(body: string, author = 1): Note {
    const note = { id: this.notes.length + 1, author: { id: author }, body, edits: 0 };
    this.notes = [...this.notes, note];
    return note;
  }

  private async answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const sent = await text(request);
    if (request.headers["private-token"] !== FakeGitlab.token) return [401, {}];
    const { pathname, searchParams } = new URL(request.url ?? "", "http://gitlab.example");
    if (request.method === "GET" && pathname === "/api/v4/user") return [200, { id: SELF }];
    const [match, id] = NOTES.exec(pathname) ?? [];
    if (match === undefined) return [404, {}];
    const page = Number(searchParams.get("page"));
    if (request.method === "GET") return [200, this.notes.slice((page - 1) * 100, page * 100)];
    const { body } = JSON.parse(sent) as { body: string };
    if (request.method === "POST") return [200, this.add(body, SELF)];
    const changed = this.notes.find((note) => note.id === Number(id));
    if (request.method !== "PUT" || changed?.author.id !== SELF) return [404, {}];
    this.notes = this.notes.map((note) => (note === changed ? { ...note, body, edits: note.edits + 1 } : note));
    return [200, changed];
  }
}
