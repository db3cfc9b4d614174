/** Why there is no zone: said by the name server, or to be said about it. */
export class TransferFailure extends Error {}

/** An answer that is no complete zone. */
export function broken(why: string): TransferFailure {
  return new TransferFailure(`The name server sent a broken answer: ${why}`);
}
