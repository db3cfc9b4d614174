import { checkRules } from "./rule";
import { DOCUMENTS } from "./rules/documents";

describe(DOCUMENTS[0].title, () => checkRules(DOCUMENTS[0].rules));
