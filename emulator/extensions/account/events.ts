import { listOf } from "../../interface/envelope";
import { notFound } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { idOf } from "../../interface/router";
import type { EventRow } from "../../state/rows/account";
import type { World } from "../../world";

const FILTERABLE = ["id", "action", "created", "entity.id", "entity.type", "status", "seen", "username"];

const READ = { scopes: ["events:read_only"] };
const WRITE = { scopes: ["events:read_write"] };

/** The account's events, newest first. */
export function eventRoutes(world: World): Route[] {
  const { events } = world.tables;
  return [
    {
      method: "GET",
      path: "/account/events",
      access: READ,
      handle: (call) => listOf(world, call, [...events.all()].reverse(), FILTERABLE, viewEvent),
    },
    {
      method: "GET",
      path: "/account/events/{id}",
      access: READ,
      handle: (call) => viewEvent(eventOf(world, call)),
    },
    {
      method: "POST",
      path: "/account/events/{id}/read",
      access: WRITE,
      handle: (call) => {
        events.put({ ...eventOf(world, call), read: true });
        return {};
      },
    },
    {
      method: "POST",
      path: "/account/events/{id}/seen",
      access: WRITE,
      handle: (call) => {
        const { id } = eventOf(world, call);
        // Marking an event as seen also marks all older ones.
        for (const row of events.all()) if (row.id <= id && !row.seen) events.put({ ...row, seen: true });
        return {};
      },
    },
  ];
}

function eventOf(world: World, call: Call): EventRow {
  const row = world.tables.events.get(idOf(call));
  if (row === undefined) throw notFound();
  return row;
}

function viewEvent({ began: _began, ...shown }: EventRow): unknown {
  return { ...shown, message: "", rate: null, time_remaining: null };
}
