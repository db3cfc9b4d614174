import { checkRules } from "./rule";
import { DOCUMENTS } from "./rules/documents";

describe(DOCUMENTS[1].title, () => checkRules(DOCUMENTS[1].rules));
