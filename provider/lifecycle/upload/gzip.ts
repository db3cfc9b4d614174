/** Whether data that starts like this is gzip: by its first bytes, not by its name. */
export function isGzip(beginning: Uint8Array): boolean {
  return beginning[0] === 0x1f && beginning[1] === 0x8b;
}
