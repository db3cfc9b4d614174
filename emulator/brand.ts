/** The brand in paths, scopes and IDs. The documents use the neutral word `compute`; only this class replaces it. */
export class Brand {
  constructor(
    /** For example `compute`. */
    readonly word: string,
  ) {
    if (!/^[a-z][a-z0-9]{0,30}$/.test(word)) {
      throw new Error(
        `brand must be lowercase letters and digits, starting with a letter, not ${JSON.stringify(word)}`,
      );
    }
  }

  /** Capitalized: `Compute`. */
  get title(): string {
    return this.word.charAt(0).toUpperCase() + this.word.slice(1);
  }

  /** The first three letters, which the real service uses in the host names and user names of databases: `com`. */
  get short(): string {
    return this.word.slice(0, 3);
  }

  /** Whether responses include undocumented fields: only under the real service's own name. */
  get showsUndocumentedFields(): boolean {
    return this.word === "linode";
  }

  /** A documented path such as `/compute/instances/{id}`, with the brand. */
  path(documented: string): string {
    return documented.replace(/^\/compute(?=\/|$)/, `/${this.word}`);
  }

  /** A documented scope or grant, such as `computes:read_only` or `add_computes`, with the brand. */
  scope(documented: string): string {
    return documented.replace("computes", `${this.word}s`);
  }

  /** ID of a public image or a kernel, for example `compute/debian11`. */
  imageId(name: string): string {
    return `${this.word}/${name}`;
  }

  /** A name that starts with the brand, such as `compute_id` or the default label `compute10001`. */
  name(suffix: string | number): string {
    return `${this.word}${suffix}`;
  }
}
