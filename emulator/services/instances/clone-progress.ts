import { instanceEntity } from "../entities";
import { refused } from "../../interface/errors";
import type { Effects } from "../../state/progress";
import type { InstanceRow } from "./rows";
import { instances } from "./rows";
import type { JobRow } from "../../state/progress";
import type { World } from "../../world";
import { changeInstance, durationOf, INSTANCE, refuseIfBusy } from "./state";

/** Maximum number of simultaneous clones of one source (Linode API v4, Linode Clone). */
const MAX_CLONES = 5;

/** Actions of a clone's jobs: on its source, and on its target. */
const OUTGOING = "be cloned";
const INCOMING = "clone";

/** @throws ErrorResponse 400 for a sixth simultaneous clone (Linode API v4, Linode Clone), and while the source is busy otherwise */
export function refuseClone(world: World, source: InstanceRow): void {
  refuseIfBusy(world, source, OUTGOING);
  if (outgoing(world, source.id).length >= MAX_CLONES) {
    throw refused(`At most ${MAX_CLONES} clones of a ${world.brand.word} may be in progress`);
  }
}

/** Starts a clone, which keeps both instances busy. The source has the status `cloning` until its last clone ends. */
export function beginClone(world: World, source: InstanceRow, target: InstanceRow): void {
  const afterMs = durationOf(world, "clone");
  const [other] = outgoing(world, source.id);
  const status = other?.steps[0]?.data["status"] ?? source.status;
  const event = world.events.begin(
    world.brand.name("_clone"),
    instanceEntity(world, source),
    instanceEntity(world, target),
  );
  const arrival = { afterMs, effect: "clone.arrived", data: { source: source.id } };
  world.progress.start(INSTANCE, target.id, INCOMING, [arrival], { event });
  const departure = { afterMs, effect: "clone.sent", data: { status, target: target.id } };
  world.progress.start(INSTANCE, source.id, OUTGOING, [departure]);
  changeInstance(world, source, { status: "cloning" });
}

/** Cancels the clone to an instance that is being deleted. A deleted source does not matter: its contents are already copied. */
export function abandonClone(world: World, target: InstanceRow): void {
  const incoming = world.progress.jobsOn(INSTANCE, target.id).find(({ action }) => action === INCOMING);
  const source = incoming?.steps[0]?.data["source"];
  if (typeof source !== "number") return;
  for (const job of outgoing(world, source)) {
    const data = job.steps[0]?.data;
    if (data?.["target"] !== target.id) continue;
    world.progress.abandon(job);
    finishCloning(world, source, data["status"], world.clock.now());
  }
}

/** Effects of clone jobs. */
export function cloneEffects(world: World): Effects {
  return {
    "clone.arrived": (id, _data, at) => {
      const row = instances.in(world).get(id);
      if (row !== undefined) changeInstance(world, row, {}, at);
    },
    "clone.sent": (id, data, at) => finishCloning(world, id, data["status"], at),
  };
}

/** Restores the status of the source after its last clone. */
function finishCloning(world: World, id: number, status: unknown, at: number): void {
  const row = instances.in(world).get(id);
  const isLast = outgoing(world, id).length === 0;
  if (row?.status === "cloning" && isLast && typeof status === "string") changeInstance(world, row, { status }, at);
}

function outgoing(world: World, id: number): JobRow[] {
  return world.progress.jobsOn(INSTANCE, id).filter(({ action }) => action === OUTGOING);
}
