import { nativeFrontEnd } from "./native-front-end";
import { runThrough } from "./service";

runThrough(nativeFrontEnd);
