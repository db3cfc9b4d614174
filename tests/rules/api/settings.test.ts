import { ConfigurationError } from "../../../provider/api/errors";
import {
  EMULATOR_URL,
  environmentSource,
  isLoopback,
  MISSING_TOKEN,
  resolveSettings,
} from "../../../provider/api/settings";

const FIRST = { url: "https://first.example/v4", brand: "first", token: "token-1" };
const SECOND = { url: "https://second.example/v4", brand: "second", token: "token-2" };

test("each setting comes from the first source that has it", () => {
  expect(resolveSettings([{}, FIRST, SECOND])).toEqual(FIRST);
  expect(resolveSettings([{ token: "token-0" }, { url: FIRST.url }, SECOND])).toEqual({
    token: "token-0",
    url: FIRST.url,
    brand: "second",
  });
});

test("an empty or blank setting counts as none, and blanks around one are taken away", () => {
  expect(resolveSettings([{ token: "", url: "  " }, { token: "\n" }, { ...SECOND, token: " token-2\n" }])).toEqual(
    SECOND,
  );
});

test("the environment has COMPUTE_TOKEN, COMPUTE_URL and COMPUTE_BRAND", () => {
  expect(environmentSource({ COMPUTE_TOKEN: "a", COMPUTE_URL: "b", COMPUTE_BRAND: "c", TOKEN: "d" })).toEqual({
    token: "a",
    url: "b",
    brand: "c",
  });
});

test("whoever sets nothing talks to an emulator on this machine, without a token", () => {
  expect(resolveSettings([{}])).toEqual({ url: EMULATOR_URL, brand: "compute", token: undefined });
  expect(isLoopback(new URL(EMULATOR_URL))).toBe(true);
});

test("a brand of one's own implies that operator's address", () => {
  expect(resolveSettings([{ brand: "linode" }]).url).toBe("https://api.linode.com/v4");
});

test("trailing slashes of the address do not matter", () => {
  expect(resolveSettings([{ url: "https://api.example.com/v4//" }]).url).toBe("https://api.example.com/v4");
});

test.each(["http://api.example.com/v4", "http://127.0.0.1.example.com/v4", "http://10.0.0.1/v4", "ftp://localhost/v4"])(
  "%s is refused, because the token would travel unencrypted",
  (url) => expect(() => resolveSettings([{ url }])).toThrow(ConfigurationError),
);

test.each(["http://localhost:4010/v4", "http://127.0.0.1:4010/v4", "http://127.9.8.7/v4", "http://[::1]:4010/v4"])(
  "%s is this machine's own and may be plain http",
  (url) => expect(resolveSettings([{ url }]).url).toBe(url),
);

test("https is fine anywhere", () => {
  expect(resolveSettings([{ url: "https://10.0.0.1:8443/v4" }]).url).toBe("https://10.0.0.1:8443/v4");
});

test.each(["api.example.com/v4", "", "not a url"].filter((url) => url !== ""))("%p is refused as no URL", (url) => {
  expect(() => resolveSettings([{ url }])).toThrow(/not a URL|Use https/);
});

test("an address with a password in it is refused, and the message does not repeat the password", () => {
  const refused = (): unknown => resolveSettings([{ url: "https://user:hunter22@api.example.com/v4" }]);
  expect(refused).toThrow(ConfigurationError);
  expect(refused).not.toThrow(/hunter22/);
});

test.each(["Linode", "a b", "1st", "a/b", "-a"])("the brand %p is refused", (brand) => {
  expect(() => resolveSettings([{ brand }])).toThrow(ConfigurationError);
});

test("the message about a missing token names all the ways to give one", () => {
  expect(MISSING_TOKEN).toContain("COMPUTE_TOKEN");
  expect(MISSING_TOKEN).toContain("compute:token");
  expect(MISSING_TOKEN).toContain("compute.Provider");
});
