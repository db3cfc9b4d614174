import type { Problems } from "./interface/errors";
import type { Route } from "./interface/router";
import type { JsonObject } from "./json";
import type { SeedList } from "./seed/seed";
import type { Kind, KindOf } from "./state/kind";
import type { Effects } from "./state/progress";
import type { Row } from "./state/table";
import type { World } from "./world";

/** One part of the service. `services/index.ts` lists all; router, store, dashboard and control API are derived from that list. */
export interface Service {
  /** Whether the documents do not describe its routes. With `documentedOnly`, they do not exist. */
  readonly beyondDocuments?: true;
  readonly routes?: ReadonlyArray<(world: World) => Route[]>;
  /** What the steps of its jobs do. */
  readonly effects?: ReadonlyArray<(world: World) => Effects>;
  /** The kinds that it stores, in the order of the dashboard. */
  readonly shown?: readonly Shown[];
  /** The kinds that it stores and that the dashboard does not show. */
  readonly hidden?: readonly Kind[];
  /** The lists of an account whose copy it can serve. Those of parents stand first. */
  readonly seeds?: readonly SeedList[];
}

/** A value in a column of the dashboard. */
type Fact = string | number | null | readonly string[];

/** How the dashboard shows the objects of one kind. It shows no other fields, so secrets never appear. */
interface Appearance<R extends Row> {
  /** Plural, used as the heading. */
  readonly heading: string;
  readonly title: (row: R, world: World) => string;
  readonly status?: (row: R) => string;
  /** Column values by heading. */
  readonly facts: { readonly [heading: string]: (row: R, world: World) => Fact };
  /** Whether an object is shown inside the one that it belongs to. */
  readonly nested?: true;
  /** What the control API can change; without this, nothing. */
  readonly outOfBand?: OutOfBand<R>;
}

/** How objects of one kind can be changed out of band. All of them can be deleted. */
interface OutOfBand<R extends Row> {
  /** Fields that can be edited on the dashboard. The control API can change the others, too. */
  readonly edit?: ReadonlyArray<keyof R & string>;
  /** One-click changes, by button label. */
  readonly buttons?: { readonly [label: string]: JsonObject };
  /** The documented statuses. */
  readonly statuses?: readonly string[];
  /** The fields that are nullable in the documents. No other field can be set to null. */
  readonly nullable?: ReadonlyArray<keyof R & string>;
  /** Fields that are never shown. */
  readonly secret?: ReadonlyArray<keyof R & string>;
  /** Reads the keys of a change that are not fields. */
  readonly orders?: (patch: JsonObject, problems: Problems) => Orders<R>;
  /** Called before a change or deletion. */
  readonly before?: (world: World, row: R) => void;
}

interface Orders<R extends Row> {
  /** The change, in fields. */
  readonly fields: JsonObject;
  /** What happens before the fields are set. */
  readonly act: (world: World, row: R) => void;
}

/** A kind with its appearance. */
export interface Shown extends Appearance<Row> {
  readonly kind: Kind;
}

export function shown<R extends Row>(kind: KindOf<R>, appearance: Appearance<R>): Shown {
  // Safe: the functions receive only rows of this kind.
  return { ...(appearance as unknown as Appearance<Row>), kind };
}
