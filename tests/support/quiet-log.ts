/** A log of the host without output. */
export const QUIET_LOG = {
  progress: (): void => undefined,
  clear: (): Promise<void> => Promise.resolve(),
  arrived: (): Promise<void> => Promise.resolve(),
  info: (): void => undefined,
  warn: (): void => undefined,
};
