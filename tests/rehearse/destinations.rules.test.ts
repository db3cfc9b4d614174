import { destinationOf, rehearsalEnvironment, rehearsed } from "../../provider/api/rehearsal";

const ACCOUNT = { url: "https://api.example.com/v4", brand: "acme", token: "secret-token-of-the-account" };
const COPY = { url: "http://127.0.0.1:1/v4", token: "emulator-token" };

test("requests go to the account itself, unless the environment is that of a rehearsal", () => {
  expect(destinationOf(ACCOUNT, {})).toBe(ACCOUNT);
});

test("in a rehearsal, requests go to the copy of the account, and the environment does not show its token", () => {
  const environment = rehearsalEnvironment(new Map([[ACCOUNT, COPY]]));
  expect(destinationOf(ACCOUNT, environment)).toEqual(COPY);
  expect(rehearsed(ACCOUNT, environment)).toEqual({ ...ACCOUNT, ...COPY });
  expect(JSON.stringify(environment)).not.toContain(ACCOUNT.token);
});

test.each([
  ["another token", { ...ACCOUNT, token: "other" }],
  ["no token", { ...ACCOUNT, token: undefined }],
  ["another API", { ...ACCOUNT, url: "https://api.example.org/v4" }],
])("in a rehearsal, an account with %s gets no request", (_, account) => {
  const environment = rehearsalEnvironment(new Map([[ACCOUNT, COPY]]));
  expect(() => destinationOf(account, environment)).toThrow(
    /rehearsal without a copy of the account.*Nothing was sent/,
  );
});
