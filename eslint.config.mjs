import js from "@eslint/js";
import tseslint from "typescript-eslint";

const NODE_GLOBALS = [
  "AbortSignal",
  "Buffer",
  "URL",
  "clearInterval",
  "console",
  "fetch",
  "performance",
  "process",
  "setInterval",
];
const BROWSER_FILES = ["emulator/page/*.js", "cli/drift/formats/html/page/*.js"];
const BROWSER_GLOBALS = [
  "AbortSignal",
  "FormData",
  "addEventListener",
  "clearTimeout",
  "document",
  "fetch",
  "location",
  "requestAnimationFrame",
  "setTimeout",
];
const COMMONJS_GLOBALS = ["module", "require", "__dirname"];
const readonly = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default tseslint.config(
  { ignores: ["dist/", "coverage/", ".pulumi-local/", "node_modules/", "examples/**/node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.mts", "**/*.cts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
    },
  },
  {
    // What comes out of JSON is compared with what is expected, which is check enough.
    files: ["tests/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    // What programs extend has a name of its own, also where it adds nothing.
    files: ["provider/sdk/resources/*.ts"],
    rules: { "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }] },
  },
  {
    // The Automation API takes an async program, whether it waits for something or not.
    files: ["examples/automation/*.ts"],
    rules: { "@typescript-eslint/require-await": "off" },
  },
  {
    files: BROWSER_FILES,
    languageOptions: { globals: readonly(BROWSER_GLOBALS) },
  },
  {
    files: ["**/*.mjs", "**/*.cjs", "**/*.js"],
    ignores: BROWSER_FILES,
    languageOptions: { globals: readonly([...NODE_GLOBALS, ...COMMONJS_GLOBALS]) },
  },
);
