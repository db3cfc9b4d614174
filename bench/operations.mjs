/** The operations of a life, in order, with their arguments for the CLI. */
export const OPERATIONS = {
  up: ["up", "--yes", "--skip-preview"],
  "up, no change": ["up", "--yes", "--skip-preview", "--expect-no-changes"],
  "preview, no change": ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  "refresh, preview only": ["refresh", "--preview-only"],
  "update of 10 %": ["up", "--yes", "--skip-preview"],
  "update of all": ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** What the program finds in CHANGED, which gives it other inputs. */
export const CHANGED = { "update of 10 %": "1", "update of all": "all" };

export const OPERATION_NAMES = Object.keys(OPERATIONS);
