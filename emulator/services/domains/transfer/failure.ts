/** Why there is no zone: a refusal by the name server, or a problem with it. */
export class TransferFailure extends Error {}

/** An answer that is not a complete zone. */
export function broken(why: string): TransferFailure {
  return new TransferFailure(`The name server sent a broken answer: ${why}`);
}
