import { listOf } from "../../interface/envelope";
import { notFound } from "../../interface/errors";
import type { Route } from "../../interface/router";
import { get, idOf } from "../../interface/router";
import type { SeedList } from "../../seed/seed";
import { filled, stored } from "../../seed/seed";
import type { Service } from "../../service";
import type { EventRow } from "../../state/events";
import { accountEvents } from "../../state/events";
import type { World } from "../../world";

const FILTERABLE = ["id", "action", "created", "entity.id", "entity.type", "status", "seen", "username"];

const READ = { scopes: ["events:read_only"] };

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
    get("/account/events/{id}", READ, (call) => {
      const row = accountEvents.in(world).get(idOf(call));
      if (row === undefined) throw notFound();
      return viewEvent(row);
    }),
  ];
}

function viewEvent({ began: _began, ...shown }: EventRow): unknown {
  return { ...shown, message: "", rate: null, time_remaining: null };
}
