import { RefusalCounter } from "./refusal-counter.mjs";

/** The emulator's log has only the last 5,000 requests, so it is read continually. */
const INTERVAL_MS = 500;

/** Counts requests to the emulator. Returns a function that stops and returns them by route, with the number of 429 responses. */
export async function countRequests(emulator) {
  await emulator.control("POST", "/requests/reset");
  const log = new RefusalCounter();
  const look = async () => log.add(await emulator.control("GET", `/requests?since=${log.answered}`));
  let looking = Promise.resolve();
  const timer = setInterval(() => (looking = looking.then(look)), INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await looking;
    const { byRoute } = await look();
    return { byRoute, refused: log.refused };
  };
}

export const CLASSES = ["list", "get", "create", "update", "delete"];

/** The class of a route, such as `GET /domains/{id}/records`. */
function classOf(route) {
  const [method, path] = route.split(" ");
  if (method === "GET" || method === "HEAD") return path.endsWith("}") ? "get" : "list";
  if (method === "DELETE") return "delete";
  // Upload data is also sent with PUT, but belongs to a create.
  return method === "PUT" && !path.startsWith("/upload/") ? "update" : "create";
}

/** The number of requests of each class, and of all. */
export function byClass(byRoute) {
  const classes = Object.fromEntries(CLASSES.map((name) => [name, 0]));
  for (const [route, count] of Object.entries(byRoute)) classes[classOf(route)] += count;
  return { ...classes, all: Object.values(classes).reduce((sum, count) => sum + count, 0) };
}
