import dns from "node:dns";
import { isIP } from "node:net";

type Lookup = (host: string, options: unknown, done: (error: Error) => void) => void;

/** DNS is not queried for names that a test made up: the lookup fails at once. */
export function withoutDnsLookups(): void {
  const real = dns.lookup as Lookup;
  const instead: Lookup = (host, options, done) => {
    if (isIP(host) !== 0) return real(host, options, done);
    queueMicrotask(() => done(Object.assign(new Error(`${host} is not looked up in a test`), { code: "ENOTFOUND" })));
  };
  beforeEach(() => void jest.spyOn(dns, "lookup").mockImplementation(instead as typeof dns.lookup));
  afterEach(() => void jest.restoreAllMocks());
}
