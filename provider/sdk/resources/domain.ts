import type * as pulumi from "@pulumi/pulumi";
import { domain } from "../../resources/domain";
import type { DomainArgs as Plain, DomainState } from "../../resources/domain";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { DomainImport, DomainState } from "../../resources/domain";

type All = Inputs<Plain>;
type Needed<K extends keyof Plain> = Inputs<Required<Pick<Plain, K>>>;

/** Arguments that a `Domain` of any type and origin may have; for other interfaces to extend. */
export interface DomainCommonArgs extends Omit<All, "type" | "importFrom" | "cloneFrom"> {}

/** Arguments of a domain whose type is only known when the program runs; `pulumi.output(type)` turns a variable into such a type. */
export interface AnyTypeDomainArgs extends DomainCommonArgs, Pick<All, "importFrom" | "cloneFrom"> {
  /** `master`: the service is the zone's source. `slave`: a read-only copy of the zone at `masterIps`. */
  type: Promise<Plain["type"]> | pulumi.OutputInstance<Plain["type"]>;
}

/** Arguments of a domain that is a copy of another. */
export interface ClonedDomainArgs extends DomainCommonArgs, Pick<All, "type">, Needed<"cloneFrom"> {
  importFrom?: undefined;
}

/** Arguments of a domain that is imported from another nameserver. */
export interface ImportedDomainArgs extends DomainCommonArgs, Needed<"importFrom"> {
  /** `master`: the service is the zone's source. */
  type: "master";
  cloneFrom?: undefined;
}

/** Arguments of a slave domain. */
export interface SlaveDomainArgs
  extends Omit<DomainCommonArgs, "masterIps">, Needed<"masterIps">, Pick<All, "importFrom" | "cloneFrom"> {
  /** `slave`: a read-only copy of the zone at `masterIps`. */
  type: "slave";
}

/** Arguments of a master domain. */
export interface MasterDomainArgs
  extends Omit<DomainCommonArgs, "soaEmail">, Needed<"soaEmail">, Pick<All, "cloneFrom"> {
  /** `master`: the service is the zone's source. */
  type: "master";
  importFrom?: undefined;
}

/**
 * Arguments of a `Domain`: for each type, and each way to create one, those that it requires and allows. The compiler explains an
 * error by the last alternative that fits, so the usual ones come last.
 */
export type DomainArgs = AnyTypeDomainArgs | ClonedDomainArgs | ImportedDomainArgs | SlaveDomainArgs | MasterDomainArgs;

type OfMaster<T> = Omit<T, "type"> & { type?: undefined };

/** Arguments of a domain whose type is `master` by default. */
export type ZoneDomainArgs =
  DomainArgs | OfMaster<ClonedDomainArgs> | OfMaster<ImportedDomainArgs> | OfMaster<MasterDomainArgs>;

/**
 * A DNS zone (Linode API v4, Domains).
 *
 *     const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });
 *
 * Created empty, from another nameserver with `importFrom`, or as a copy of another domain with `cloneFrom`; changing either of these
 * replaces it. Everything else changes in place. Deleting it deletes all its records. Import id: the domain's id.
 */
export class Domain extends resourceClass<Domain, DomainArgs, DomainState>(domain) {
  /** Reads an existing domain that this stack does not manage; fails if there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Domain {
    return new Domain(name, {} as DomainArgs, { ...opts, id });
  }
}
