import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import tseslint from "typescript-eslint";

const BROWSER_FILES = ["emulator/page/*.js", "cli/drift/formats/html/page/*.js"];

export default defineConfig(
  globalIgnores(["dist/", "coverage/", ".pulumi-local/"]),
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
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: globals.nodeBuiltin },
  },
  {
    files: ["**/*.cjs", "**/*.js"],
    ignores: BROWSER_FILES,
    languageOptions: { globals: globals.node },
  },
);
