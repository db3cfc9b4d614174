/** The name of an input as the API has it: `ttlSec` is `ttl_sec`. */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether the name is in snake_case, and arrives at the API as it is. */
export function isApiName(name: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(name) && toSnake(toCamel(name)) === name;
}
