/**
 * The text that the engine stores with every resource, twice, and evaluates in the provider's process. It never changes and contains
 * none of our code: it resolves this package from the directory of the program, so that an upgrade applies to every existing resource at
 * once, including its refresh and its delete. See docs/decisions/0001-loader-text.md.
 */
export function loaderText(kind: string): string {
  return `exports.handler=()=>require("module").createRequire(process.cwd()+"/_")("pulumi-compute/runtime").handler("${kind}")`;
}
