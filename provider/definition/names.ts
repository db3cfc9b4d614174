/** The name of an input as the API has it: `ttlSec` is `ttl_sec`. */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether the name is in snake_case, as all names of the API are, and not that of a property of every object. */
export function isApiName(name: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(name) && !(name in Object.prototype);
}
