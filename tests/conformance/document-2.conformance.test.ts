import { checkRules } from "./rule";
import { DOCUMENT_2 } from "./rules/document-2";

describe("document 2: databases", () => checkRules(DOCUMENT_2));
