/** The operations of a life, in order, with their arguments for the CLI. */
export const OPERATIONS = {
  up: ["up", "--yes", "--skip-preview"],
  "up, no change": ["up", "--yes", "--skip-preview", "--expect-no-changes"],
  "preview, no change": ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  "refresh, preview only": ["refresh", "--preview-only"],
  "update of 10 %": ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** The operation for which the program has other inputs. */
export const UPDATE = "update of 10 %";

export const OPERATION_NAMES = Object.keys(OPERATIONS);
