import type fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { envelopeOf, NOTHING } from "./schema";
import type { Fields, Schema } from "./schema";
import type { Service } from "../support/service";

/** Creates what must exist first, directly through the API, and returns the inputs that name it. */
export type Needs = (service: Service) => Promise<Values>;

/** Valid inputs, and for each of them another value that is valid with the rest. */
interface Variant {
  readonly args: Values;
  readonly others: Values;
}

/** A resource from creation to deletion. */
export interface Life {
  readonly kind: string;
  readonly title: string;
  readonly needs: Needs;
  readonly args: Values;
  readonly changes: Values;
  /** Path of the create, if it is not the collection's. */
  readonly post?: string;
  /** The resulting resource, in the API's fields. */
  readonly made: Values;
  readonly changed: Values;
}

/** Random inputs of one resource. */
export interface Random {
  readonly kind: string;
  readonly title: string;
  readonly needs: Needs;
  /** Before and after an update in place. */
  readonly two: fc.Arbitrary<[Values, Values]>;
  /** How often they are tried, if this is one of many forms. */
  readonly runs?: number;
}

/** An operation: the documented fields of its request's body, if it has one, and of its response, if the documents describe that. */
interface Operation {
  readonly body?: Fields;
  readonly answer?: Schema;
}

/** Operations by method and path. `{}` stands for one segment, `{+}` for an ID that contains a slash. */
export type Wire = Readonly<Record<string, Operation>>;

/** What tests must know of a resource type, written from the documents: never from its definition, nor from the emulator. */
export interface Specimen {
  readonly kind: string;
  /** For an action, this creates everything, and returns all required inputs. */
  readonly needs: Needs;
  /** Inputs in which several of them differ, each with its index; by default none, so that only generated names do. */
  readonly several: (index: number) => Values;
  /** Together they contain every input; the first contains as many as can be combined. */
  readonly variants: readonly [Variant, ...Variant[]];
  /** What the API returns for a resource with these inputs, besides the inputs themselves. */
  readonly shows: (args: Values) => Values;
  /** None for an action or a set. Resources of all of them can exist in one account. */
  readonly lives: readonly Life[];
  /** Of other forms and origins, which tables of faults leave out. */
  readonly otherLives: readonly Life[];
  readonly random: readonly Random[];
  readonly wire: Wire;
  /** For each input that is updated in place by its own endpoints, a change of it. */
  readonly inPlace: Readonly<Record<string, { readonly before: Values; readonly after: Values }>>;
  /** What a user loses with one that is deleted, as a preview says it; nothing by default. */
  readonly lost?: string;
  /** For an action: what the service calls it in its events. */
  readonly event?: string;
  /** Its type in a Terraform state, and the attributes there that its ID consists of, if Terraform has it. */
  readonly terraform?: readonly [type: string, attributes: Values];
}

/** For each input, a value and another one. */
export type Pairs = Readonly<Record<string, readonly [unknown, unknown]>>;

type Given<Row extends { kind: string; needs: Needs }> = Omit<Row, "kind" | "needs"> & { readonly needs?: Needs };

interface GivenSpecimen extends Partial<Omit<Specimen, "kind" | "variants" | "lives" | "otherLives" | "random">> {
  readonly variants: readonly [Pairs, ...Pairs[]];
  readonly lives?: readonly Given<Life>[];
  readonly otherLives?: readonly Given<Life>[];
  readonly random?: readonly Given<Random>[];
}

/** Where instances and databases can be created. */
export const PLACE: Pairs = { region: ["us-east", "eu-west"], type: ["g6-nanode-1", "g6-standard-1"] };

export const TIMES = { created: "2024-05-06T07:08:09", updated: "2024-05-06T07:08:09" };

const nothing: Needs = () => Promise.resolve({});

/** Everything but the variants is optional. The lives and the random inputs need what the resource type needs, unless they say otherwise. */
export function specimen(kind: string, { variants, lives = [], random = [], ...given }: GivenSpecimen): Specimen {
  const { needs = nothing, several = () => ({}), shows = () => ({}), wire = {}, inPlace = {}, ...more } = given;
  const [first, ...others] = variants.map((pairs): Variant => {
    const column = (index: 0 | 1) => Object.entries(pairs).map(([name, pair]) => [name, pair[index]]);
    return { args: Object.fromEntries(column(0)) as Values, others: Object.fromEntries(column(1)) as Values };
  });
  return {
    ...more,
    kind,
    needs,
    several,
    shows,
    wire,
    inPlace,
    variants: [first as Variant, ...others],
    lives: lives.map((life) => ({ kind, needs, ...life })),
    otherLives: (given.otherLives ?? []).map((life) => ({ kind, needs, ...life })),
    random: random.map((inputs) => ({ kind, needs, ...inputs })),
  };
}

/** The usual operations on a collection, whose responses are the resource itself. */
export function operationsOn(collection: string, answer: Schema, { post, put }: { post: Fields; put: Fields }): Wire {
  return {
    [`GET ${collection}`]: { answer: envelopeOf(answer) },
    [`POST ${collection}`]: { body: post, answer },
    [`GET ${collection}/{}`]: { answer },
    [`PUT ${collection}/{}`]: { body: put, answer },
    [`DELETE ${collection}/{}`]: { answer: NOTHING },
  };
}
