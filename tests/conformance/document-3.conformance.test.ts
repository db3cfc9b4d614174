import { checkRules } from "./rule";
import { DOCUMENT_3 } from "./rules/document-3";

describe("document 3: domains", () => checkRules(DOCUMENT_3));
