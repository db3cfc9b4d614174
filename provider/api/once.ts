/** What was loaded under this key before, or is loaded now; a load that fails is forgotten. */
export function loadOnce<T>(loads: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = loads.get(key);
  if (known) return known;
  const loading = load();
  loads.set(key, loading);
  loading.catch(() => loads.delete(key));
  return loading;
}
