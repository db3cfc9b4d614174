import type * as pulumi from "@pulumi/pulumi";
import { domain } from "../../resources/domain";
import type { DomainArgs as Plain, DomainState } from "../../resources/domain";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { DomainImport, DomainState } from "../../resources/domain";

type All = Inputs<Plain>;
type Needed<K extends keyof Plain> = Inputs<Required<Pick<Plain, K>>>;
type OfType = "soaEmail" | "masterIps";

// An editor describes a name in an object only if all alternatives declare it in one place.
/** Inputs that no type or origin of a domain requires or excludes. */
interface DomainFreeArgs extends Omit<All, "type" | "importFrom" | "cloneFrom" | OfType> {}

/** Inputs that a `Domain` of any type and origin may have, for other interfaces to extend. */
export interface DomainCommonArgs extends DomainFreeArgs, Pick<All, OfType> {}

/** Inputs of a domain whose type is known only when the program runs; `pulumi.output(type)` turns a variable into such a type. */
export interface AnyTypeDomainArgs extends DomainCommonArgs, Pick<All, "importFrom" | "cloneFrom"> {
  /** `master`: the authoritative source of the zone. `slave`: a read-only copy of the zone at `masterIps`. */
  type: Promise<Plain["type"]> | pulumi.OutputInstance<Plain["type"]>;
}

interface Cloned extends DomainCommonArgs, Needed<"cloneFrom"> {
  importFrom?: undefined;
}

interface Imported extends DomainCommonArgs, Needed<"importFrom"> {
  cloneFrom?: undefined;
}

interface Master extends DomainFreeArgs, Needed<"soaEmail">, Pick<All, "masterIps" | "cloneFrom"> {
  importFrom?: undefined;
}

/** Inputs of a domain that is cloned from another domain. */
export interface ClonedDomainArgs extends Cloned, Pick<All, "type"> {}

/** Inputs of a domain that is imported from another nameserver. */
export interface ImportedDomainArgs extends Imported {
  /** `master`: the authoritative source of the zone. */
  type: "master";
}

/** Inputs of a slave domain. */
export interface SlaveDomainArgs
  extends DomainFreeArgs, Needed<"masterIps">, Pick<All, "soaEmail" | "importFrom" | "cloneFrom"> {
  /** `slave`: a read-only copy of the zone at `masterIps`. */
  type: "slave";
}

/** Inputs of a master domain. */
export interface MasterDomainArgs extends Master {
  /** `master`: the authoritative source of the zone. */
  type: "master";
}

// The compiler explains an error by the last alternative that fits, so the usual ones come last.
/** Inputs of a `Domain`: those that each type, and each way to create one, requires and allows. */
export type DomainArgs = AnyTypeDomainArgs | ClonedDomainArgs | ImportedDomainArgs | SlaveDomainArgs | MasterDomainArgs;

/** Inputs of a domain whose type is `master` by default. */
export type ZoneDomainArgs = DomainArgs | ((Cloned | Imported | Master) & { type?: undefined });

/** Inputs of an empty master domain, whose type need not be given. */
export interface MasterZoneDomainArgs extends Master {
  /** `master`, the default: the authoritative source of the zone. */
  type?: "master" | undefined;
}

/**
 * A DNS zone (Linode API v4, Domains).
 *
 *     const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });
 *
 * A domain starts empty, unless `importFrom` imports it from another nameserver or `cloneFrom` clones another domain. Changing
 * `importFrom` or `cloneFrom` replaces it. Everything else updates in place. Deleting a domain deletes all its records. Import ID: the
 * domain's ID.
 */
export class Domain extends resourceClass<Domain, DomainArgs, DomainState>(domain) {
  // For an editor, which then knows the alternative, and describes what several of them declare.
  /** A DNS zone, whose `type` and origin determine its inputs. Everything but the origin updates in place. */
  constructor(name: string, args: MasterDomainArgs | SlaveDomainArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: ImportedDomainArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: ClonedDomainArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: DomainArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: DomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }

  /** Reads an existing domain that this stack does not manage; fails if no domain has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Domain {
    return new Domain(name, {} as DomainArgs, { ...opts, id });
  }
}
