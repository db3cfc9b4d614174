import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import tseslint from "typescript-eslint";

const BROWSER_FILES = ["emulator/page/*.js", "cli/report/html/page/*.js"];

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
    // Tests compare parsed JSON with expected values, which makes types for it unnecessary.
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
    // Constructors belong to classes that programs use, or to errors.
    files: ["provider/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: ":function[params.length>3]:not([kind='constructor'] > *)",
          message: "A function takes at most three parameters.",
        },
        {
          selector: "TSInterfaceDeclaration[id.name=/^(ArgumentRule|Definition)$/] > TSInterfaceBody[body.length>12]",
          message: "The interfaces that define a resource type have at most 12 members.",
        },
      ],
    },
  },
  {
    // Programs import these interfaces by name, even those that add nothing to their base.
    files: ["provider/sdk/resources/*.ts"],
    rules: { "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }] },
  },
  {
    // The Automation API requires an async program, even if it awaits nothing.
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
