const INSTANCE = "/compute/instances/{}";
const DATABASE = "/databases/{engine}/instances";

/**
 * What each function of `@linode/api-v4` that is about our resources calls, in the words of the documents. `{}` stands for one
 * segment, `{+}` for an id that carries a slash, `{engine}` for the function's first argument.
 */
export const CALLS = {
  getLinodes: "GET /compute/instances",
  createLinode: "POST /compute/instances",
  getLinode: `GET ${INSTANCE}`,
  updateLinode: `PUT ${INSTANCE}`,
  deleteLinode: `DELETE ${INSTANCE}`,
  changeLinodePassword: `POST ${INSTANCE}/password`,
  getLinodeVolumes: `GET ${INSTANCE}/volumes`,
  getLinodeFirewalls: `GET ${INSTANCE}/firewalls`,

  linodeBoot: `POST ${INSTANCE}/boot`,
  linodeReboot: `POST ${INSTANCE}/reboot`,
  linodeShutdown: `POST ${INSTANCE}/shutdown`,
  resizeLinode: `POST ${INSTANCE}/resize`,
  rebuildLinode: `POST ${INSTANCE}/rebuild`,
  rescueLinode: `POST ${INSTANCE}/rescue`,
  rescueMetalLinode: `POST ${INSTANCE}/rescue`,
  cloneLinode: `POST ${INSTANCE}/clone`,
  startMutation: `POST ${INSTANCE}/mutate`,
  scheduleOrQueueMigration: `POST ${INSTANCE}/migrate`,

  getLinodeBackups: `GET ${INSTANCE}/backups`,
  takeSnapshot: `POST ${INSTANCE}/backups`,
  enableBackups: `POST ${INSTANCE}/backups/enable`,
  cancelBackups: `POST ${INSTANCE}/backups/cancel`,
  restoreBackup: `POST ${INSTANCE}/backups/{}/restore`,

  getLinodeConfigs: `GET ${INSTANCE}/configs`,
  createLinodeConfig: `POST ${INSTANCE}/configs`,
  getLinodeConfig: `GET ${INSTANCE}/configs/{}`,
  updateLinodeConfig: `PUT ${INSTANCE}/configs/{}`,
  deleteLinodeConfig: `DELETE ${INSTANCE}/configs/{}`,

  getLinodeDisks: `GET ${INSTANCE}/disks`,
  createLinodeDisk: `POST ${INSTANCE}/disks`,
  getLinodeDisk: `GET ${INSTANCE}/disks/{}`,
  updateLinodeDisk: `PUT ${INSTANCE}/disks/{}`,
  deleteLinodeDisk: `DELETE ${INSTANCE}/disks/{}`,
  resizeLinodeDisk: `POST ${INSTANCE}/disks/{}/resize`,
  cloneLinodeDisk: `POST ${INSTANCE}/disks/{}/clone`,
  changeLinodeDiskPassword: `POST ${INSTANCE}/disks/{}/password`,

  getLinodeIPs: `GET ${INSTANCE}/ips`,
  allocateIPAddress: `POST ${INSTANCE}/ips`,
  removeIPAddress: `DELETE ${INSTANCE}/ips/{}`,

  getLinodeStats: `GET ${INSTANCE}/stats`,
  getLinodeStatsByDate: `GET ${INSTANCE}/stats/{}/{}`,
  getLinodeTransfer: `GET ${INSTANCE}/transfer`,
  getLinodeTransferByDate: `GET ${INSTANCE}/transfer/{}/{}`,
  getLinodeKernels: "GET /compute/kernels",
  getLinodeKernel: "GET /compute/kernels/{+}",
  getLinodeTypes: "GET /compute/types",
  getType: "GET /compute/types/{}",

  getStackScripts: "GET /compute/stackscripts",
  createStackScript: "POST /compute/stackscripts",
  getStackScript: "GET /compute/stackscripts/{}",
  updateStackScript: "PUT /compute/stackscripts/{}",
  deleteStackScript: "DELETE /compute/stackscripts/{}",

  getRegions: "GET /regions",
  getRegion: "GET /regions/{}",

  getImages: "GET /images",
  createImage: "POST /images",
  uploadImage: "POST /images/upload",
  getImage: "GET /images/{+}",
  updateImage: "PUT /images/{+}",
  deleteImage: "DELETE /images/{+}",

  getDatabases: "GET /databases/instances",
  getDatabaseTypes: "GET /databases/types",
  getDatabaseType: "GET /databases/types/{}",
  getDatabaseEngines: "GET /databases/engines",
  getDatabaseEngine: "GET /databases/engines/{+}",
  getEngineDatabases: `GET ${DATABASE}`,
  createDatabase: `POST ${DATABASE}`,
  getEngineDatabase: `GET ${DATABASE}/{}`,
  updateDatabase: `PUT ${DATABASE}/{}`,
  deleteDatabase: `DELETE ${DATABASE}/{}`,
  patchDatabase: `POST ${DATABASE}/{}/patch`,
  getDatabaseBackups: `GET ${DATABASE}/{}/backups`,
  getDatabaseBackup: `GET ${DATABASE}/{}/backups/{}`,
  legacyRestoreWithBackup: `POST ${DATABASE}/{}/backups/{}/restore`,
  getDatabaseCredentials: `GET ${DATABASE}/{}/credentials`,
  resetDatabaseCredentials: `POST ${DATABASE}/{}/credentials/reset`,
  getSSLFields: `GET ${DATABASE}/{}/ssl`,

  getDomains: "GET /domains",
  createDomain: "POST /domains",
  importZone: "POST /domains/import",
  getDomain: "GET /domains/{}",
  updateDomain: "PUT /domains/{}",
  deleteDomain: "DELETE /domains/{}",
  cloneDomain: "POST /domains/{}/clone",
  getDNSZoneFile: "GET /domains/{}/zone-file",
  getDomainRecords: "GET /domains/{}/records",
  createDomainRecord: "POST /domains/{}/records",
  getDomainRecord: "GET /domains/{}/records/{}",
  updateDomainRecord: "PUT /domains/{}/records/{}",
  deleteDomainRecord: "DELETE /domains/{}/records/{}",

  getAccountInfo: "GET /account",
  getNetworkUtilization: "GET /account/transfer",
  getAccountSettings: "GET /account/settings",
  updateAccountSettings: "PUT /account/settings",
  getEvents: "GET /account/events",
  getEvent: "GET /account/events/{}",
  markEventSeen: "POST /account/events/{}/seen",
  markEventRead: "POST /account/events/{}/read",
  getUsers: "GET /account/users",
  getUser: "GET /account/users/{}",

  getProfile: "GET /profile",
  getMyGrants: "GET /profile/grants",
  listGrants: "GET /profile/grants",
  getSSHKeys: "GET /profile/sshkeys",
  createSSHKey: "POST /profile/sshkeys",
  getSSHKey: "GET /profile/sshkeys/{}",
  updateSSHKey: "PUT /profile/sshkeys/{}",
  deleteSSHKey: "DELETE /profile/sshkeys/{}",
} as const;

/** A function of the client that the emulator serves. */
export type ServedFunction = keyof typeof CALLS;

/** Files of the client, all about something that the emulator does not have. */
export const OTHER_FILES: Readonly<Record<string, string>> = {
  "linodes/linode-interfaces": "interfaces of instances themselves came in 2025",
  "images/sharegroup": "groups that share images came in 2025",
  "account/betas": "beta programs",
  "account/invoices": "billing",
  "account/logins": "signing in",
  "account/maintenance": "announced maintenance",
  "account/oauth": "OAuth clients: tokens are given to the emulator when it starts",
  "account/payments": "billing",
  "account/promos": "billing",
  "profile/accessTokens": "tokens are given to the emulator when it starts",
  "profile/appTokens": "tokens are given to the emulator when it starts",
  "profile/twofactor": "signing in",
};

/** Functions in the other files that the emulator does not serve, by the reason. */
export const OTHER_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  "consoles of instances": ["getLinodeLish"],
  "single interfaces of a config came in 2023": [
    ...["getConfigInterfaces", "getConfigInterface", "appendConfigInterface", "updateConfigInterface"],
    ...["updateLinodeConfigOrder", "deleteLinodeConfigInterface"],
  ],
  "types that are no longer sold: the catalogue has none": ["getDeprecatedLinodeTypes"],
  "ranges of addresses": ["removeIPv6Range"],
  "copies of images in other regions came in 2024": ["updateImageRegions"],
  "forks, pauses, settings and pools of databases came with the service's second generation": [
    ...["restoreWithBackup", "suspendDatabase", "resumeDatabase", "getDatabaseEngineConfig"],
    ...["getDatabaseConnectionPools", "getDatabaseConnectionPool", "createDatabaseConnectionPool"],
    ...["updateDatabaseConnectionPool", "deleteDatabaseConnectionPool"],
  ],
  "what is sold out where": [
    ...["getRegionAvailabilities", "getRegionAvailability", "getAccountAvailabilities", "getAccountAvailability"],
    ...["getRegionsVPCAvailabilities", "getRegionVPCAvailability"],
  ],
  "the contract: address of the customer, agreements, accounts below, the end": [
    ...["updateAccountInfo", "cancelAccount", "getAccountAgreements", "signAgreement"],
    ...["getChildAccounts", "getChildAccount", "createChildAccountPersonalAccessToken"],
  ],
  "notices of the operator": ["getNotifications"],
  "users and their grants are given to the emulator when it starts": [
    ...["createUser", "updateUser", "deleteUser", "getGrants", "updateGrants"],
  ],
  "what only the service's own web pages use": [
    ...["updateProfile", "getTrustedDevices", "deleteTrustedDevice", "getUserPreferences", "updateUserPreferences"],
    ...["getLogins", "getSecurityQuestions", "updateSecurityQuestions"],
    ...["smsOptOut", "sendCodeToPhoneNumber", "verifyPhoneNumberCode"],
  ],
};
