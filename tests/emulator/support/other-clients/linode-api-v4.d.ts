/** The parts of the client that are used by name. Its own types are for bundlers, and cannot be loaded from CommonJS. */
declare module "@linode/api-v4" {
  import type { AxiosInstance } from "axios";

  /** The HTTP client of all its functions. */
  export const baseRequest: AxiosInstance;
  export function setToken(token: string): number;
}
