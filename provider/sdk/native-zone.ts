import { Domain, DomainRecord } from "./generated/native";
import { Zone as DynamicZone } from "./resources/zone";

/** A domain with its records declared inline, as in the package's main entry. */
export class Zone extends DynamicZone {
  /** @internal */
  protected override get classes() {
    return { Domain, DomainRecord };
  }
}
