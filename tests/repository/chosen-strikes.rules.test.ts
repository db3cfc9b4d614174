import fc from "fast-check";
import { chosenStrikes, everyStrike, exchangesIn } from "../support/chosen-strikes";
import type { Exchange, Struck } from "../support/chosen-strikes";

const exchangesOf = (kinds: readonly string[]): Exchange[] => kinds.map((kind, index) => ({ nth: index + 1, kind }));

const operations = fc
  .array(fc.array(fc.constantFrom("read", "write", "wait", "look", "delete"), { maxLength: 8 }), { maxLength: 6 })
  .map((tables) => tables.map(exchangesOf));
const faults = fc
  .tuple(fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 13 }), fc.integer({ min: 1, max: 2 }))
  .map(([names, forms]) => names.map((fault) => ["once", "for good"].slice(0, forms).map((form) => ({ fault, form }))));

type Strikes = readonly Struck<{ fault: number; form: string }>[][];
const pairs = (struck: Strikes): string[] =>
  struck.flat().map(({ exchange, strike }) => `${strike.fault} at ${exchange.kind}`);

test("chooses each fault once per class of exchanges across the whole table, each in its own operation", () => {
  fc.assert(
    fc.property(operations, faults, (table, of) => {
      const [chosen, whole] = [chosenStrikes(table, of), everyStrike(table, of)];
      expect(pairs(chosen).sort()).toEqual([...new Set(pairs(whole))].sort());
      const isOwn = (exchange: Exchange, operation: number) => table[operation]?.includes(exchange);
      expect(chosen.every((own, operation) => own.every(({ exchange }) => isOwn(exchange, operation)))).toBe(true);
    }),
  );
});

test("strikes every place of a class that has no more places than faults", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
      const places = exchangesOf(Array<string>(count).fill("wait"));
      const [chosen = []] = chosenStrikes([places], Array<string[]>(12).fill(["once"]));
      expect(new Set(chosen.map(({ exchange }) => exchange.nth)).size).toBe(count);
    }),
  );
});

test("alternates the forms from fault to fault and from class to class, and uses both at each of two places", () => {
  const forms = (fault: string): string[] => [`${fault} once`, `${fault} for good`];
  const [chosen = []] = chosenStrikes([exchangesOf(["wait", "wait", "write"])], ["a", "b", "c", "d"].map(forms));
  expect(chosen.map(({ exchange, strike }) => `${strike} at ${exchange.nth}`)).toEqual([
    "a once at 1",
    "b for good at 2",
    "c once at 2",
    "d for good at 1",
    "a for good at 3",
    "b once at 3",
    "c for good at 3",
    "d once at 3",
  ]);
});

test("classifies an exchange by its request and by the last write before it", () => {
  const entry = { n: 1, at: "", path: "/domains/7", route: "/domains/{id}", status: 200 };
  const log = [
    ...["GET", "PUT", "GET"].map((method) => ({ ...entry, method })),
    { n: 1, at: "", method: "GET", path: "/elsewhere", status: 404 },
  ];
  expect(exchangesIn(log)).toEqual([
    { nth: 1, kind: "GET /domains/{id}" },
    { nth: 2, kind: "PUT /domains/{id}" },
    { nth: 3, kind: "GET /domains/{id} after PUT /domains/{id}" },
    { nth: 4, kind: "GET /elsewhere after PUT /domains/{id}" },
  ]);
});
