/**
 * The operator's brand. The documents write the neutral word `compute`; this is the only place that replaces it with another.
 */
export class Brand {
  constructor(
    /** The word itself, for example `compute`. */
    readonly word: string,
  ) {
    if (!/^[a-z][a-z0-9]{0,30}$/.test(word)) {
      throw new Error(
        `brand must be lowercase letters and digits, starting with a letter, not ${JSON.stringify(word)}`,
      );
    }
  }

  /** The word at the beginning of a sentence: `Compute`. */
  get title(): string {
    return this.word.charAt(0).toUpperCase() + this.word.slice(1);
  }

  /** The word shortened, as the real service does in the names of databases and their users: `com`. */
  get short(): string {
    return this.word.slice(0, 3);
  }

  /** The real service's own brand also shows fields that the documents leave out. */
  get showsUndocumentedFields(): boolean {
    return this.word === "linode";
  }

  /** A path from the documents, `/compute/instances/{id}`, with the brand's own segment. */
  path(documented: string): string {
    return documented.replace(/^\/compute(?=\/|$)/, `/${this.word}`);
  }

  /** A scope or grant from the documents, `computes:read_only` or `add_computes`, with the brand's word. */
  scope(documented: string): string {
    return documented.replace("computes", `${this.word}s`);
  }

  /** The id of a public image: `compute/debian11`. */
  imageId(name: string): string {
    return `${this.word}/${name}`;
  }

  /** A name in the address space of the interface: `compute_id`, or a default label `compute10001`. */
  name(suffix: string | number): string {
    return `${this.word}${suffix}`;
  }
}
