/** Packages whose resources exist only in the state. */
const LOCAL = /^(pulumi|random|tls|time):/;

/** Whether resources of this type exist nowhere but in the state. */
export function isOnlyInState(type: string): boolean {
  return LOCAL.test(type);
}
