/** Reserved words of TypeScript, globals, and names that generated programs declare themselves. */
const RESERVED = new Set(
  (
    "abstract arguments as async await boolean break case catch class compute config const constructor continue debugger default delete do " +
    "else enum eval export exports extends false finally for from function get if implements import in instanceof interface let module " +
    "new null number object of package private protected public pulumi require return set static string super switch symbol this throw " +
    "true try type typeof undefined unknown var void while with yield globalThis"
  ).split(" "),
);

const LONGEST = 50;

/** Variable name for a resource: `shop-web.1` becomes `shopWeb1`. Adds the type if the name alone is not a valid identifier. */
export function identifierFrom(name: string, kind: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join("");
  const short = joined.slice(0, LONGEST - kind.length);
  if (short === "" || /^\d/.test(short)) return `${lowerFirst(kind)}${short}`;
  return RESERVED.has(short) ? `${short}${kind}` : short;
}

/** `WEB` and `Web` become `web`; `webServer` does not change. */
function lowerFirst(word: string): string {
  return /^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`;
}

function upperFirst(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** The name with the first number, from 2, that makes it unused. */
export function numbered(name: string, used: ReadonlySet<string>): string {
  let number = 2;
  while (used.has(`${name}${number}`)) number++;
  return `${name}${number}`;
}
