import { hostFrontEnd } from "./host-front-end";
import { runThrough } from "./service";

runThrough(hostFrontEnd);
