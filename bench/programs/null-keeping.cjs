/** What the service adds to the inputs. */
const ADDED = {
  Domain: { created: "2026-11-28T10:10:10", updated: "2026-11-28T10:10:10", status: "active" },
  DomainRecord: { created: "2026-11-28T10:10:10", updated: "2026-11-28T10:10:10", priority: 0, weight: 0, port: 0 },
  Instance: {
    created: "2026-11-28T10:10:10",
    updated: "2026-11-28T10:10:10",
    status: "running",
    ipv4: ["203.0.113.10"],
    ipv6: "2001:db8::f03c:93ff:fe00:1/128",
    publicIp: "203.0.113.10",
    privateIp: false,
    hypervisor: "kvm",
    hostUuid: "3a3ddd59d9a78bb8de041391075df44de62bfec8",
    specs: { disk: 25600, memory: 1024, vcpus: 1, gpus: 0, transfer: 1000 },
    alerts: { cpu: 90, io: 10000, networkIn: 10, networkOut: 10, transferQuota: 80 },
    backups: { enabled: false, available: false, schedule: { day: "Scheduling", window: "Scheduling" } },
    watchdogEnabled: true,
    swapSize: 512,
  },
};

/** The provider that does nothing, but it keeps what the service adds, and returns the inputs from a refresh, as a provider that finds drift must. */
module.exports = (kind) => {
  const added = ADDED[kind] ?? {};
  const inputsOf = (props) => Object.fromEntries(Object.entries(props).filter(([name]) => !(name in added)));
  return {
    ...require("null-provider"),
    create: async (inputs) => ({ id: "1", outs: { ...inputs, ...added } }),
    read: async (id, props) => ({ id, props, inputs: inputsOf(props) }),
    update: async (id, olds, news) => ({ outs: { ...olds, ...news } }),
  };
};
