/** The packages of a lockfile except the project itself: its fields, with `place` and `name`. */
export function lockedPackages({ packages }) {
  return Object.entries(packages)
    .filter(([place, { link }]) => place !== "" && !link)
    .map(([place, fields]) => ({ ...fields, place, name: place.split("node_modules/").at(-1) }));
}

/** What npm installs together with the published package, direct and transitive, by name. Without the SDK, a peer dependency. */
export function runtimeDependencies(lockfile) {
  return lockedPackages(lockfile)
    .filter(({ dev, devOptional }) => !dev && !devOptional)
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}
