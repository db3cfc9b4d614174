import type { Row } from "../table";

/** What an event is about. */
export interface EventEntity {
  readonly id: number | string;
  readonly type: string;
  readonly label: string | null;
  readonly url: string;
}

/** Something that happened in the account. */
export interface EventRow extends Row {
  readonly action: string;
  readonly created: string;
  /** Seconds; null while it is in progress. */
  readonly duration: number | null;
  readonly entity: EventEntity | null;
  readonly secondary_entity: EventEntity | null;
  readonly percent_complete: number | null;
  readonly status: "scheduled" | "started" | "finished" | "failed" | "notification";
  readonly username: string;
  readonly seen: boolean;
  readonly read: boolean;
  /** Emulated milliseconds since 1970. */
  readonly began: number;
}

/** Kinds of objects that a restricted user can be granted. */
export type GrantKind = "instance" | "image" | "domain" | "database";

/** What a restricted user may do with one object. */
export type Permissions = "read_only" | "read_write";

/** A grant made while the emulator runs: whoever creates an object may use it. */
export interface GrantRow extends Row {
  readonly username: string;
  readonly kind: GrantKind;
  readonly object_id: number;
  readonly permissions: Permissions;
}

/** Account-wide settings. */
export interface AccountSettings {
  /** New instances get the backup service, whether requested or not. */
  readonly backups_enabled: boolean;
  readonly network_helper: boolean;
}

/** The settings of the account; one row. */
export interface SettingsRow extends Row, AccountSettings {}

/** An SSH key of a user's profile (Linode API v4, Linode Create, authorized_users). */
export interface SshKeyRow extends Row {
  readonly username: string;
  readonly label: string;
  readonly ssh_key: string;
  readonly created: string;
}

/** A StackScript of the account (Linode API v4, Linode Create). */
export interface StackScriptRow extends Row {
  readonly label: string;
  readonly description: string;
  /** Ids of compatible images; `any/all` means every image. */
  readonly images: readonly string[];
  readonly script: string;
  readonly is_public: boolean;
  readonly rev_note: string;
  readonly username: string;
  readonly created: string;
  readonly updated: string;
}
