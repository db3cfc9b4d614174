export { patience } from "./catalogue";
export { isUnheard } from "./first-contact";
export { judgeByService } from "./check-catalogue";
export type { Judgement } from "./check-catalogue";
