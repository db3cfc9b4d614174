export { patience } from "./catalogue";
export { judgeByService } from "./check-catalogue";
export type { Judgement } from "./check-catalogue";
