import type { OpenIntent } from "./journal";

/** The progress of an intent. */
export interface Entry extends OpenIntent {
  answer?: { readonly made?: string };
  isSettled: boolean;
  /** The settlement is recorded in a file. */
  isWrittenOff: boolean;
  /** The engine has its result, so the state has it after a clean end. */
  isHandedOver: boolean;
}

export function isOver({ isSettled, isHandedOver }: Entry): boolean {
  return isSettled || isHandedOver;
}

/** Entries of a run, or of several, by what they are looked up by: a run may have thousands. */
export class Entries {
  private readonly byIntent = new Map<string, Entry>();
  private readonly byUrn = new Map<string, Entry[]>();
  /** The resources for which an object was made, by collection and id. */
  private readonly madeFor = new Map<string, Set<string>>();

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) this.add(entry);
  }

  get all(): Entry[] {
    return Array.from(this.byIntent.values());
  }

  add(entry: Entry): void {
    this.byIntent.set(entry.intent, entry);
    const ofUrn = this.byUrn.get(entry.urn);
    if (ofUrn) ofUrn.push(entry);
    else this.byUrn.set(entry.urn, [entry]);
    this.noteAnswer(entry);
  }

  /** To be called when an entry has got its answer. */
  noteAnswer({ urn, collection, answer }: Entry): void {
    if (answer?.made === undefined) return;
    const key = keyOf(collection, answer.made);
    this.madeFor.set(key, (this.madeFor.get(key) ?? new Set()).add(urn));
  }

  of(urn: string): readonly Entry[] {
    return this.byUrn.get(urn) ?? [];
  }

  with(intent: string | undefined): Entry | undefined {
    return intent === undefined ? undefined : this.byIntent.get(intent);
  }

  isMadeForAnother(urn: string, collection: string, id: string): boolean {
    const urns = this.madeFor.get(keyOf(collection, id)) ?? new Set();
    return urns.size > (urns.has(urn) ? 1 : 0);
  }
}

function keyOf(collection: string, id: string): string {
  return `${collection} ${id}`;
}
