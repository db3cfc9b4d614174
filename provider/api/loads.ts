/** What is loaded once for each key. A load that fails is forgotten, and `forget` makes the next call load again. */
export class Loads<T> {
  readonly #loads = new Map<string, Promise<T>>();

  /** What was loaded under this key before, or is loaded now. */
  once(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#loads.get(key);
    if (known) return known;
    const loading = load();
    this.#loads.set(key, loading);
    loading.catch(() => this.forget(key, loading));
    return loading;
  }

  /** Forgets what was loaded, unless it has been loaded again in the meantime. */
  forget(key: string, loaded: Promise<T>): void {
    if (this.#loads.get(key) === loaded) this.#loads.delete(key);
  }
}
