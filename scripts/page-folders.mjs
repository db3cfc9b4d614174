import path from "node:path";

/** Folders of files that are copied as they are, and not compiled: the emulator's live page and that of a drift report. */
export const PAGE_FOLDERS = [path.join("emulator", "page"), path.join("cli", "drift", "formats", "html", "page")];
