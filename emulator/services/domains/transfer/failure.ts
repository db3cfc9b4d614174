/** A failed zone transfer: the name server rejected it, or there was a problem with the name server. */
export class TransferFailure extends Error {}

/** A response that is not a complete zone. */
export function broken(why: string): TransferFailure {
  return new TransferFailure(`The name server sent a broken answer: ${why}`);
}
