import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Note {
  readonly id: number;
  readonly author: { readonly id: number };
  readonly body: string;
  readonly edits: number;
}

const SELF = 5;
const NOTES = /^\/api\/v4\/projects\/12\/merge_requests\/3\/notes(\/(\d+))?$/;

/** A fake of GitLab's notes on one merge request. */
export class FakeGitlab {
  static readonly token = "token-for-notes";
  notes: readonly Note[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/v4`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Notes of another user. */
  addNotes(count: number, body: string): void {
    const first = this.notes.length + 1;
    const added = Array.from({ length: count }, (_, index) => ({
      id: first + index,
      author: { id: 1 },
      body,
      edits: 0,
    }));
    this.notes = [...this.notes, ...added];
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://gitlab.example");
    const isKnown = request.headers["private-token"] === FakeGitlab.token;
    const sent = body === "" ? "" : (JSON.parse(body) as { body: string }).body;
    const found = isKnown
      ? this.found(`${request.method}`, pathname, { page: Number(searchParams.get("page")), sent })
      : undefined;
    response.statusCode = isKnown ? (found === undefined ? 404 : 200) : 401;
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(found ?? {}));
  }

  private found(method: string, path: string, { page, sent }: { page: number; sent: string }): unknown {
    if (method === "GET" && path === "/api/v4/user") return { id: SELF };
    const [match, , id] = NOTES.exec(path) ?? [];
    if (match === undefined) return undefined;
    if (method === "GET") return this.notes.slice((page - 1) * 100, page * 100);
    if (method === "POST") {
      const note: Note = { id: this.notes.length + 1, author: { id: SELF }, body: sent, edits: 0 };
      this.notes = [...this.notes, note];
      return note;
    }
    const changed = this.notes.find((note) => note.id === Number(id));
    if (method !== "PUT" || changed?.author.id !== SELF) return undefined;
    this.notes = this.notes.map((note) => (note === changed ? { ...note, body: sent, edits: note.edits + 1 } : note));
    return changed;
  }
}
