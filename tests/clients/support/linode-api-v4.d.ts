/** What is used of the client by name. Its own types are written for bundlers, and cannot be read from CommonJS. */
declare module "@linode/api-v4" {
  import type { AxiosInstance } from "axios";

  /** What all its functions send their requests with. */
  export const baseRequest: AxiosInstance;
  export function setToken(token: string): number;
}
