import type { LastEvent } from "../../provider/lifecycle/drift";

/** What decides a color. */
export type Tone = "ok" | "info" | "warn" | "bad" | "sick" | "doubt" | "off";

/** What a command has found, in the order of a document. */
export interface Report {
  /** `drift`. The first line of its Markdown names it, so that a workflow finds its earlier comment. */
  readonly command: string;
  readonly outcome: Outcome;
  readonly parts: readonly Part[];
}

/** A report that programs and browsers read, too. */
export interface RunReport extends Report {
  /** The outcome in a word or two, with which its sentence may begin. */
  readonly word: string;
  readonly tool: { readonly name: string; readonly version: string };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** All rules that items may have. Their IDs begin with the same word. */
  readonly rules: readonly Rule[];
  /** Stacks and accounts, also those without a subject. */
  readonly owners: readonly string[];
  /** All that was looked at, also what no item is about. */
  readonly subjects: readonly Subject[];
  /** Whether the run itself succeeded, whatever it has found. */
  readonly isComplete: boolean;
  /** The name of a test for the whole run; absent if there is none. */
  readonly test?: string;
  /** The part of the page with the results. */
  readonly main: string;
}

export interface Outcome {
  /** In one sentence. */
  readonly headline: string;
  readonly tone: "ok" | "warn" | "bad";
  /** How to see more; only on a terminal. */
  readonly hint?: string | undefined;
  /** On a terminal, follows long lists, so that it remains visible. */
  readonly isLast?: true;
}

export type Part = Groups | Figures | Tables | Warnings;

interface Groups {
  readonly is: "groups";
  readonly groups: readonly Group[];
  /** On a page, a section with filters; absent if there are none. */
  readonly section?: Section & { readonly empty: string };
}

interface Figures {
  readonly is: "figures";
  readonly figures: readonly Figure[];
  /** Counts to compare; only on a page. */
  readonly bar?: readonly { readonly tone: Tone; readonly count: number }[];
}

export interface Tables {
  readonly is: "tables";
  readonly section: Section;
  readonly tables: readonly Table[];
  /** All in a section of the page, each folded. */
  readonly isOnlyOnPages?: true;
}

interface Warnings {
  readonly is: "warnings";
  readonly warnings: readonly string[];
}

interface Section {
  readonly id: string;
  readonly title: string;
}

export interface Figure {
  /** Without it, the figures are one sentence. */
  readonly title?: string;
  readonly figure: string;
  readonly of: string;
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly totals?: readonly (readonly string[])[];
  /** Numbers of the columns with amounts. */
  readonly amounts?: readonly number[];
  /** The rows have an order. On a terminal, they need no names of columns, and leave out the last one, which the groups tell. */
  readonly isNumbered?: true;
}

/** Items of one kind, below a heading. */
export interface Group {
  readonly title: string;
  readonly meaning: string;
  readonly tone: Tone;
  readonly items: readonly Item[];
  /** What resolves all of them. */
  readonly remedy?: Remedy | undefined;
  readonly isOnlyOnPages?: true;
}

/** What a report says about a subject, or about the whole run. */
export interface Item {
  readonly subject?: Subject | undefined;
  /** The rule that it breaks; what breaks none is not for programs. */
  readonly rule?: Rule | undefined;
  /** Says all in a line or several; other formats than a page then show no facts. */
  readonly says?: string | undefined;
  readonly facts?: readonly Fact[] | undefined;
  readonly reason?: string | undefined;
  /** Items with the same cause share their reason, and most of them are only counted. */
  readonly cause?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly differences?: readonly Difference[] | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly lastEvent?: LastEvent | undefined;
  readonly remedies?: readonly Remedy[] | undefined;
  readonly suppressed?: Suppression | undefined;
  /** It fails no run. */
  readonly isIntended?: boolean | undefined;
  /** Identifies the same item in every run. */
  readonly fingerprint?: string | undefined;
  /** Anything else that programs may need. */
  readonly properties?: Readonly<Record<string, string>> | undefined;
}

/** A word, which may be empty, and a value. */
export type Fact = readonly [word: string, value: string];

export interface Subject {
  readonly kind: string;
  readonly name: string;
  /** Name of its test. */
  readonly title: string;
  /** Its stack or account. */
  readonly owner: string;
  readonly urn: string;
  readonly source?: SourceLine | undefined;
  /** All about it, if that is more than its items tell. */
  readonly details?: readonly string[];
}

/** A line of the program. The path is relative to the project directory. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Difference {
  readonly path: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly isSecret?: true;
}

/** Why an item is suppressed. */
export interface Suppression {
  readonly by: "ignoreFile" | "baseline";
  readonly reason: string;
  /** Last day of the suppression, `2027-01-31`. */
  readonly until?: string;
}

/** Commands that resolve something. Lines that begin with `#` are comments. */
export interface Remedy {
  /** `to restore:` */
  readonly verb: string;
  /** `Restore the expected state` */
  readonly effect: string;
  readonly commands: readonly string[];
}

/** What programs call items of one kind. */
export interface Rule {
  /** `drift/modified`. */
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  readonly level: "error" | "warning" | "note";
  /** In one sentence. */
  readonly short: string;
  readonly name?: string;
  readonly help?: string;
  /** The end of a test with such an item; absent if it passes. */
  readonly ends?: "failure" | "error";
  /** It is about the run, not about the subject. */
  readonly isAboutRun?: true;
}
