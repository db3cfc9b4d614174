// node old-name-server.mjs [PORT] - simulates the zone's old name server, which serves zone transfers (RFC 5936).
import { createServer } from "node:net";
import { decode, streamEncode } from "dns-packet";

const ZONE = "moving-example.com";
const times = { serial: 1, refresh: 14400, retry: 14400, expire: 1209600, minimum: 86400 };
const soa = { type: "SOA", name: ZONE, ttl: 86400, data: { mname: `ns1.${ZONE}`, rname: `admin.${ZONE}`, ...times } };
const records = [
  { type: "A", name: ZONE, ttl: 300, data: "192.0.2.10" },
  { type: "A", name: `www.${ZONE}`, ttl: 300, data: "192.0.2.10" },
  { type: "MX", name: ZONE, ttl: 3600, data: { preference: 10, exchange: `mail.${ZONE}` } },
  { type: "TXT", name: ZONE, ttl: 3600, data: "v=spf1 mx -all" },
];

const server = createServer((socket) => {
  // A request is small, so it arrives in one piece. Its first two bytes are its length.
  socket.once("data", (data) => {
    const { id, questions } = decode(data.subarray(2));
    // A transfer begins and ends with the zone's SOA record.
    socket.end(streamEncode({ type: "response", id, questions, answers: [soa, ...records, soa] }));
  });
  socket.on("error", () => socket.destroy());
});
server.listen(Number(process.argv[2] ?? 5300), "127.0.0.1", () => {
  console.log(`${ZONE} can be transferred from 127.0.0.1:${server.address().port}`);
});
