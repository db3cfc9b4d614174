import { canonicalBackupLabel } from "../../provider/normalise/backup-label";

test.each([
  ["before-May.1_b", "beforeMay1b"],
  ["Monday", "Monday"],
  ["a".repeat(64), "a".repeat(30)],
  [`${"-a".repeat(31)}`, "a".repeat(30)],
  ["", ""],
])("the backup label %j is stored as %j, which is canonical", (label, stored) => {
  expect(canonicalBackupLabel(label)).toBe(stored);
  expect(canonicalBackupLabel(stored)).toBe(stored);
});
