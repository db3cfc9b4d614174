import type { Effects } from "../../state/progress";
import type { DomainRow } from "./rows";
import { zones } from "./rows";
import type { World } from "../../world";
import { renderZone } from "./zone-lines";

/** Resource type of a domain's jobs. */
const DOMAIN = "domain";

/** Delay of the name servers, as a fraction of `provisionMs`. The documents give no duration. */
const LAG_SHARE = 0.4;

/** The serial number before the first rendering. */
export const FIRST_SERIAL = 2_021_000_000;

/**
 * Call this before a domain or its records change. It keeps the last rendering until the zone is rendered again, after a delay and
 * with all changes up to then.
 */
export function beforeZoneChange(world: World, domain: DomainRow): void {
  const zone = zones.in(world).get(domain.id);
  if (zone !== undefined && zone.lines !== null) return;
  const afterMs = Math.round(world.provisionMs * LAG_SHARE);
  // If the rendering is due immediately, the old one is never visible.
  const lines = zone === undefined || afterMs === 0 ? [] : renderZone(world, domain, zone.serial);
  zones.in(world).put({ id: domain.id, serial: zone?.serial ?? FIRST_SERIAL, lines });
  world.progress.start(DOMAIN, domain.id, "render", [{ afterMs, effect: "domain.render" }], { background: true });
}

/** The lines of the last rendered zone (Linode API v4, Domain Zone File View); empty before the first rendering. */
export function renderedZone(world: World, domain: DomainRow): readonly string[] {
  const zone = zones.in(world).get(domain.id);
  return zone === undefined ? [] : (zone.lines ?? renderZone(world, domain, zone.serial));
}

/** Effects of domain jobs. */
export function zoneEffects(world: World): Effects {
  return {
    "domain.render": (id) => {
      const zone = zones.in(world).get(id);
      if (zone !== undefined) zones.in(world).put({ id, serial: zone.serial + 1, lines: null });
    },
  };
}
