/** Selects the resources to serve: those of the release with verbs, and what `--runtime-config` turns on or off. */
import { isServed } from '@keelson/meta';
import { groupVersion, type Release, type Resource } from '@keelson/schema';

export type Switches = ReadonlyMap<string, boolean>;

/** From the general to the particular; the most particular word counts. */
export function isServedBy(switches: Switches, release: Release): (resource: Resource) => boolean {
  return (resource) => {
    // Definitions say themselves which versions are served.
    if (resource.custom !== undefined) return hasVerbs(resource);
    const version = groupVersion(resource);
    const names = ['api/all', stageOf(resource), version, `api/${version}`, `${version}/${resource.plural}`];
    return (
      hasVerbs(resource) &&
      names.reduce((isOn, name) => switches.get(name) ?? isOn, isServed(resource.lifecycle, release))
    );
  };
}

/** Retired versions have none. */
function hasVerbs({ verbs, subresources }: Resource): boolean {
  return verbs.length > 0 || Object.keys(subresources).length > 0;
}

function stageOf({ version }: Resource): string {
  if (version.includes('alpha')) return 'api/alpha';
  return version.includes('beta') ? 'api/beta' : 'api/ga';
}

/** Words that mean nothing, as they are probably mistyped. */
export function unknownSwitches(switches: Switches, resources: readonly Resource[]): string[] {
  const known = new Set(['api/all', 'api/ga', 'api/beta', 'api/alpha']);
  for (const resource of resources) {
    const version = groupVersion(resource);
    for (const name of [version, `api/${version}`, `${version}/${resource.plural}`]) known.add(name);
  }
  return [...switches.keys()].filter((name) => !known.has(name));
}
