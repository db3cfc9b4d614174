/** Files of the client that only cover what the emulator does not have. */
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

/** Functions in the other files that the emulator does not serve, by reason. */
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
