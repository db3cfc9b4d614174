import { checkRules } from "./rule";
import { DOCUMENT_4 } from "./rules/document-4";

describe("document 4: SSH keys", () => checkRules(DOCUMENT_4));
