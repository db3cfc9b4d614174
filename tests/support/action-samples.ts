const DONE = { args: { alreadyDone: false }, others: { alreadyDone: true } };
const TRIGGERS = { args: { triggers: ["2024-05", { release: 7, notes: null }] }, others: { triggers: ["2024-06"] } };

/** Samples of actions: resource types for something that is done once. */
export const ACTION_SAMPLES = {
  InstanceSnapshot: {
    variants: [
      {
        args: { instanceId: 12, label: "before", ...TRIGGERS.args },
        others: { instanceId: "13", label: "after", ...TRIGGERS.others },
      },
    ],
    shows: () => ({
      type: "snapshot",
      status: "successful",
      configs: ["My Debian"],
      updated: "2024-05-06T07:08:09",
      disks: [{ label: "Debian", size: 25_000, filesystem: "ext4" }],
      created: "2024-05-06T07:08:09",
      finished: "2024-05-06T07:08:09",
    }),
  },
  InstanceRestore: {
    variants: [
      {
        args: { instanceId: 12, backupId: 7, targetInstanceId: "14", overwrite: true, ...TRIGGERS.args, ...DONE.args },
        others: {
          instanceId: "13",
          backupId: "8",
          targetInstanceId: 15,
          overwrite: false,
          ...TRIGGERS.others,
          ...DONE.others,
        },
      },
    ],
    shows: () => ({}),
  },
  InstanceClone: {
    variants: [
      {
        args: { instanceId: 12, targetInstanceId: "14", disks: [3, "2"], configs: [], ...TRIGGERS.args, ...DONE.args },
        others: { instanceId: "13", targetInstanceId: 15, disks: [], configs: [9], ...TRIGGERS.others, ...DONE.others },
      },
    ],
    shows: () => ({}),
  },
  MongoDatabaseBackup: {
    variants: [
      {
        args: { databaseId: 12, label: "before-May.1_b", target: "primary", ...TRIGGERS.args },
        others: { databaseId: "13", label: "before-May.2", target: "secondary", ...TRIGGERS.others },
      },
    ],
    shows: () => ({ type: "snapshot", created: "2024-05-06T07:08:09" }),
  },
  MongoDatabaseRestore: {
    variants: [
      {
        args: { databaseId: 12, backupId: 7, ...TRIGGERS.args, ...DONE.args },
        others: { databaseId: "13", backupId: "8", ...TRIGGERS.others, ...DONE.others },
      },
    ],
    shows: () => ({}),
  },
  MongoCredentialsReset: {
    variants: [
      {
        args: { databaseId: 12, ...TRIGGERS.args, ...DONE.args },
        others: { databaseId: "13", ...TRIGGERS.others, ...DONE.others },
      },
    ],
    shows: () => ({ username: "root", password: "a random password" }),
  },
  MongoDatabasePatch: {
    variants: [
      {
        args: { databaseId: 12, ...TRIGGERS.args, ...DONE.args },
        others: { databaseId: "13", ...TRIGGERS.others, ...DONE.others },
      },
    ],
    shows: () => ({}),
  },
} as const;
