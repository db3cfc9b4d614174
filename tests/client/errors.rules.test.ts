import {
  ApiError,
  CancelledError,
  CloudError,
  ConfigurationError,
  isAmbiguous,
  joinReasons,
  NetworkError,
  NotFoundError,
  InvalidResponseError,
  InvalidListError,
  UnreadableResponseError,
} from "../../provider/api/errors";

const api = (status: number): ApiError => new ApiError("POST /domains", status, [{ reason: "no" }]);
const unreadable = (status: number): UnreadableResponseError =>
  new UnreadableResponseError("POST /domains", status, "text/html");
const unfit = new InvalidResponseError("POST /domains", 200, "without an id");
const network = (sent: boolean): NetworkError => new NetworkError("POST /domains", "ECONNRESET", sent);

const ALL: [string, CloudError][] = [
  ["ApiError", api(400)],
  ["NotFoundError", new NotFoundError("GET /domains/5", 404, [{ reason: "Not found" }])],
  ["NetworkError", network(true)],
  ["UnreadableResponseError", unreadable(200)],
  ["InvalidResponseError", unfit],
  ["InvalidListError", new InvalidListError("/domains", "with null")],
  ["ConfigurationError", new ConfigurationError("no")],
  ["CancelledError", new CancelledError("cancelled")],
];

test.each(ALL)("%s has its class name and no id that the engine could mistake for the resource's", (name, error) => {
  expect(error.name).toBe(name);
  expect(error).toBeInstanceOf(CloudError);
  expect("id" in error).toBe(false);
});

test("an API error shows the request, the status and every reason with its property", () => {
  const error = new ApiError("POST /domains", 400, [
    { property: "soaEmail", reason: "is bad" },
    { reason: "and so on" },
  ]);
  expect(error.message).toBe("POST /domains returned HTTP 400: soaEmail: is bad; and so on");
});

test.each([
  [["must not be empty."], "must not be empty."],
  [["is bad.", "label: is too long.", "and so on"], "is bad; label: is too long; and so on"],
  [["Invalid. Try another..", "Gone."], "Invalid. Try another; Gone."],
  [[], ""],
])("reasons %j are joined without a period before a semicolon", (reasons, joined) => {
  expect(joinReasons(reasons)).toBe(joined);
});

test("a 401 also suggests checking the token", () => {
  expect(api(401).message).toContain("check the token");
  expect(api(403).message).not.toContain("check the token");
});

test("an error for a failed connection names the settings to check, unless the remedy is certain", () => {
  expect(network(true).message).toBe(
    "POST /domains got no response (ECONNRESET). Check the API URL (COMPUTE_URL, compute:url), the proxy (HTTPS_PROXY, NO_PROXY) and " +
      "the network.",
  );
  expect(new NetworkError("GET /domains", "ECONNREFUSED", false, "Start it.").message).toBe(
    "GET /domains got no response (ECONNREFUSED). Start it.",
  );
});

test("an error for an unreadable response shows the URL setting, the status and the content type", () => {
  expect(unreadable(502).message).toContain("(COMPUTE_URL, compute:url)");
  expect(unreadable(502).message).toContain("HTTPS_PROXY");
  expect(unreadable(502).message).toContain("text/html");
  expect(unreadable(502).message).toContain("502");
});

test.each([
  ["an error body with 400", api(400), false],
  ["an error body with 401", api(401), false],
  ["an error body with 404", api(404), false],
  ["an error body with 408", api(408), true],
  ["an error body with 429", api(429), false],
  ["an error body with 500", api(500), true],
  ["an error body with 504", api(504), true],
  ["a page with 200", unreadable(200), true],
  ["a success without an id", unfit, true],
  ["a page with 302", unreadable(302), true],
  ["a page with 403", unreadable(403), false],
  ["a page with 502", unreadable(502), true],
  ["a connection that was reset", network(true), true],
  ["a connection that was refused", network(false), false],
  ["anything else", new Error("other"), false],
])("classifies a create after %s as ambiguous or definitive", (_, error, expected) => {
  expect(isAmbiguous(error)).toBe(expected);
});
