/**
 * Loaded before a program and a provider: what the SDK loads at each start and hardly any program uses, more than half of its time, is
 * loaded when it is used.
 */
const Module = require("node:module");

for (const name of ["typescript", "@npmcli/arborist"]) {
  const file = require.resolve(name);
  const standIn = new Module(file);
  standIn.loaded = true;
  // What is an ES module is not copied property by property.
  standIn.exports = new Proxy({}, { get: (_, property) => property === "__esModule" || loaded()[property] });
  const loaded = () => {
    if (require.cache[file] === standIn) delete require.cache[file];
    return require(file);
  };
  require.cache[file] = standIn;
}
