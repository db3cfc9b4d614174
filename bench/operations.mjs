/** The operations in the order in which a stack goes through them. */
export const OPERATIONS = {
  up: ["up", "--yes", "--skip-preview"],
  "up, no change": ["up", "--yes", "--skip-preview", "--expect-no-changes"],
  "preview, no change": ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  "refresh, preview only": ["refresh", "--preview-only"],
  "update of 10 %": ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** The one for which the program asks for something else. */
export const UPDATE = "update of 10 %";

export const OPERATION_NAMES = Object.keys(OPERATIONS);
