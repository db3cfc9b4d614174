import { aZone } from "../support/programs";
import { specimen } from "./specimen";

export default specimen("DomainRecordSet", {
  needs: async (service) => ({ domainId: await aZone(service) }),
  variants: [
    {
      domainId: [12, "13"],
      records: [
        [
          { type: "A", name: "WWW.zone.example", target: "192.0.2.1", ttlSec: 400 },
          { type: "SRV", target: "sip.", priority: 1, weight: 2, port: 5060, service: "_sip", protocol: "tcp" },
        ],
        [{ type: "A", name: "www", target: "192.0.2.1", ttlSec: 400 }],
      ],
      exclusive: [true, false],
      only: [{ types: ["A", "SRV"], names: ["www", "_sip._tcp"] }, { types: ["SRV", "A"] }],
    },
  ],
  shows: () => ({ recordIds: [34, 35] }),
});
