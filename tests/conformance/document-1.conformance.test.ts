import { checkRules } from "./rule";
import { DOCUMENT_1 } from "./rules/document-1";

describe("document 1: instances, regions, images", () => checkRules(DOCUMENT_1));
