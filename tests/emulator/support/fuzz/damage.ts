import type { Answer } from "dns-packet";
import fc from "fast-check";
import { message, soa } from "../scripted-name-server";

/** The zone that is transferred. */
export const ZONE = "broken.example";

const ANSWERS: readonly Answer[] = [
  soa(ZONE),
  { type: "A", name: `www.${ZONE}`, data: "192.0.2.1" },
  { type: "TXT", name: ZONE, data: ["one", "two"] },
  { type: "MX", name: ZONE, data: { preference: 10, exchange: `mail.${ZONE}` } },
  { type: "SRV", name: `_sip._tcp.${ZONE}`, data: { port: 5060, target: `sip.${ZONE}` } },
  { type: "CAA", name: ZONE, data: { flags: 0, tag: "issue", value: "ca.example" } },
  soa(ZONE),
];

/** The length of a message and its query id come first; if they are wrong, the rest is not read. */
const HEAD_BYTES = 4;
const LENGTH = message(0, ANSWERS).length;

/** What happens to the bytes of a transfer in transit. */
export type Damage = (sent: Buffer) => Buffer;

/** A few bytes are changed, or only a part arrives. */
export const damages: fc.Arbitrary<Damage> = fc
  .record({
    changes: fc.array(fc.tuple(fc.integer({ min: HEAD_BYTES, max: LENGTH - 1 }), fc.nat({ max: 255 })), {
      maxLength: 4,
    }),
    arrives: fc.oneof({ weight: 4, arbitrary: fc.constant(LENGTH) }, fc.nat({ max: LENGTH })),
  })
  .map(({ changes, arrives }) => (sent) => {
    const damaged = Buffer.from(sent);
    for (const [place, value] of changes) damaged[place] = value;
    return damaged.subarray(0, arrives);
  });

/** A transfer of the zone, as the response to a query. */
export function transfer(id: number): Buffer {
  return message(id, ANSWERS);
}
