import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly labels: readonly string[];
  readonly state: "open" | "closed";
  readonly body: string;
  readonly comments: readonly string[];
  /** How often its text was replaced. */
  readonly edits: number;
}

export interface Comment {
  readonly id: number;
  /** The number of its pull request. */
  readonly issue: number;
  readonly user: { readonly login: string };
  readonly body: string;
  readonly edits: number;
}

interface Contents {
  readonly issues: readonly Issue[];
  readonly comments: readonly Comment[];
  readonly labels: readonly string[];
}

/** What GitHub stores besides the code, and a folder with fakes of a runner's commands. */
export class CodeHost {
  readonly bin: string;
  private readonly file: string;

  constructor(folder: string) {
    this.bin = path.join(folder, "bin");
    this.file = path.join(folder, "host.json");
    mkdirSync(this.bin);
    this.write({ issues: [], comments: [], labels: [] });
    const gh = path.join(__dirname, "fake-gh.mjs");
    this.command("gh", `FAKE_GH='${this.file}' exec '${process.execPath}' '${gh}' "$@"`);
    // The project's packages are linked already.
    this.command("npm", `[ "$1" = ci ] || { echo "npm: only ci is expected" >&2; exit 1; }`);
  }

  get issues(): readonly Issue[] {
    return this.read().issues;
  }

  get comments(): readonly Comment[] {
    return this.read().comments;
  }

  /** A comment of a person. */
  addComment(comment: Omit<Comment, "edits">): void {
    const contents = this.read();
    this.write({ ...contents, comments: [...contents.comments, { ...comment, edits: 0 }] });
  }

  /** A person closes the issue. */
  closeIssue(number: number): void {
    const contents = this.read();
    const issues = contents.issues.map((one): Issue => (one.number === number ? { ...one, state: "closed" } : one));
    this.write({ ...contents, issues });
  }

  private command(name: string, script: string): void {
    writeFileSync(path.join(this.bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(this.bin, name), 0o755);
  }

  private read(): Contents {
    return JSON.parse(readFileSync(this.file, "utf8")) as Contents;
  }

  private write(contents: Contents): void {
    writeFileSync(this.file, JSON.stringify(contents));
  }
}
