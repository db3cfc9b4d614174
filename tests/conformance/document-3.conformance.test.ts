import { checkRules } from "./rule";
import { DOCUMENTS } from "./rules/documents";

describe(DOCUMENTS[2].title, () => checkRules(DOCUMENTS[2].rules));
