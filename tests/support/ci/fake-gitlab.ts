import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

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
