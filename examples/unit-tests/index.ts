import { infrastructure } from "./infra";

const { web } = infrastructure();

export const address = web.ipv4[0];
