import { listOf } from "../../interface/envelope";
import { notFound } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { get, idOf, post } from "../../interface/router";
import type { SeedList } from "../../seed/seed";
import { filled, stored } from "../../seed/seed";
import type { Service } from "../../service";
import type { EventRow } from "../../state/events";
import { accountEvents } from "../../state/events";
import type { World } from "../../world";

const FILTERABLE = ["id", "action", "created", "entity.id", "entity.type", "status", "seen", "username"];

const READ = { scopes: ["events:read_only"] };
const WRITE = { scopes: ["events:read_write"] };

const eventSeeds: SeedList = stored<EventRow>(
  accountEvents,
  { path: "/account/events", newestFirst: true, kept: ({ message: _message, ...event }) => event },
  (entry) => {
    const event = filled(entry, {
      action: "",
      created: "1970-01-01T00:00:00",
      duration: null,
      entity: null,
      secondary_entity: null,
      percent_complete: null,
      status: "finished" as const,
      username: "",
      seen: true,
      read: true,
    });
    return { ...event, began: Date.parse(`${event.created}Z`) };
  },
);

/** The account's events, newest first. */
export const eventService: Service = {
  beyondDocuments: true,
  routes: [eventRoutes],
  hidden: [accountEvents],
  seeds: [eventSeeds],
};

function eventRoutes(world: World): Route[] {
  return [
    get("/account/events", READ, (call) =>
      listOf(world, call, [...accountEvents.in(world).all()].reverse(), FILTERABLE, viewEvent),
    ),
    get("/account/events/{id}", READ, (call) => viewEvent(eventOf(world, call))),
    post("/account/events/{id}/read", WRITE, (call) => {
      accountEvents.in(world).put({ ...eventOf(world, call), read: true });
      return {};
    }),
    post("/account/events/{id}/seen", WRITE, (call) => {
      const { id } = eventOf(world, call);
      // Marking an event as seen also marks all older ones.
      for (const row of accountEvents.in(world).all())
        if (row.id <= id && !row.seen) accountEvents.in(world).put({ ...row, seen: true });
      return {};
    }),
  ];
}

function eventOf(world: World, call: Call): EventRow {
  const row = accountEvents.in(world).get(idOf(call));
  if (row === undefined) throw notFound();
  return row;
}

function viewEvent({ began: _began, ...shown }: EventRow): unknown {
  return { ...shown, message: "", rate: null, time_remaining: null };
}
