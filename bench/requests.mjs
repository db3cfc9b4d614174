import { RefusalCounter } from "./refusal-counter.mjs";

/** The emulator keeps the last 5,000 requests, so its log is read while they come. */
const INTERVAL_MS = 500;

/** Counts what the emulator is asked until it is told to stop, which gives the requests by route and how many got a 429. */
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

/** Reading one object, a list, and the three ways to write. */
export const CLASSES = ["list", "get", "create", "update", "delete"];

/** The class of a route, such as `GET /domains/{id}/records`. */
function classOf(route) {
  const [method, path] = route.split(" ");
  if (method === "GET" || method === "HEAD") return path.endsWith("}") ? "get" : "list";
  if (method === "DELETE") return "delete";
  // The data of an upload comes by PUT, too, and is a part of a creation.
  return method === "PUT" && !path.startsWith("/upload/") ? "update" : "create";
}

/** How many requests there were of each class, and of all. */
export function byClass(byRoute) {
  const classes = Object.fromEntries(CLASSES.map((name) => [name, 0]));
  for (const [route, count] of Object.entries(byRoute)) classes[classOf(route)] += count;
  return { ...classes, all: Object.values(classes).reduce((sum, count) => sum + count, 0) };
}
