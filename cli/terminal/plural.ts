/** `1 resource`, `1,234 resources`. */
export function amount(count: number, noun: string): string {
  return `${grouped(count)} ${nounOf(count, noun)}`;
}

export function nounOf(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
