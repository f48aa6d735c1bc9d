/** Selects the resources to serve: those of the emulated release, less or more what `--runtime-config` turns off or on. */
import { ConfigurationError } from '@keelson/files';
import { isServed } from '@keelson/meta';
import { groupVersion, isLater, type Release, type Resource, type Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

export type Switches = ReadonlyMap<string, boolean>;

const stages = ['api/all', 'api/ga', 'api/beta', 'api/alpha'];

/**
 * The calendar comes first: nothing turns on what the release has no longer, or not yet. Of the settings, the most
 * particular one counts. Alpha versions of a release are off until one turns them on.
 */
export function isServedBy(switches: Switches, release: Release): (resource: Resource) => boolean {
  return (resource) => {
    // Definitions say themselves which versions are served.
    if (resource.custom !== undefined) return hasVerbs(resource);
    if (!hasVerbs(resource) || !isServed(resource.lifecycle, release)) return false;
    const names = ['api/all', stageOf(resource), ...particularNames(resource)];
    const isOnByDefault = resource.lifecycle === undefined || stageOf(resource) !== 'api/alpha';
    return names.reduce((isOn, name) => switches.get(name) ?? isOn, isOnByDefault);
  };
}

/** Selects the resources that every document of discovery lists: see `listing` of a resource. */
export function isListedBy(switches: Switches, release: Release): (resource: Resource) => boolean {
  const isServedThen = isServedBy(switches, release);
  return (resource) =>
    isServedThen(resource) &&
    (resource.listing === undefined || (resource.listing === 'newer' && isTurnedOn(switches, resource)));
}

function isTurnedOn(switches: Switches, resource: Resource): boolean {
  return particularNames(resource).some((name) => switches.get(name) === true);
}

function particularNames(resource: Resource): readonly string[] {
  const version = groupVersion(resource);
  return [version, `api/${version}`, `${version}/${resource.plural}`];
}

/** A version that no release is known to have served has none. */
function hasVerbs({ verbs, subresources }: Resource): boolean {
  return verbs.length > 0 || Object.keys(subresources).length > 0;
}

function stageOf({ version }: Resource): string {
  if (version.includes('alpha')) return 'api/alpha';
  return version.includes('beta') ? 'api/beta' : 'api/ga';
}

interface Served {
  readonly runtimeConfig: Switches;
  readonly release: Release;
  readonly logger: Logger;
}

/** Throws a ConfigurationError for settings that cannot be kept, and warns of those that mean nothing. */
export function checkRuntimeConfig({ runtimeConfig, release, logger }: Served, scheme: Scheme): void {
  const fault = findSwitchFault(runtimeConfig, scheme.resources(), release);
  if (fault !== undefined) throw new ConfigurationError(`--runtime-config: ${fault}`);
  const strange = unknownSwitches(runtimeConfig, scheme.resources());
  if (strange.length > 0) logger.warn('--runtime-config names what is not there', { names: strange });
}

/** Words that mean nothing here, as they are probably mistyped, or of another release's alpha versions. */
export function unknownSwitches(switches: Switches, resources: readonly Resource[]): string[] {
  const known = new Set([...stages, ...resources.flatMap(namesOf)]);
  return [...switches.keys()].filter((name) => !known.has(name));
}

/** Returns the first fault of settings that cannot all be kept, with what would be right. */
export function findSwitchFault(
  switches: Switches,
  resources: readonly Resource[],
  release: Release,
): string | undefined {
  if (switches.get('api/all') === false && ![...switches.values()].includes(true)) {
    return 'api/all=false alone serves nothing; turn on what is to be served, such as api/all=false,api/ga=true';
  }
  for (const [name, isOn] of switches) {
    const fault =
      findContradiction(switches, name, isOn) ?? findUnknownStage(name) ?? findUnknownVersion(resources, name);
    if (fault !== undefined) return fault;
    if (!isOn) continue;
    const absent = findAbsent(resources, name, release);
    if (absent !== undefined) return absent;
  }
  return undefined;
}

/** One version by its two names. */
function findContradiction(switches: Switches, name: string, isOn: boolean): string | undefined {
  const other = switches.get(`api/${name}`);
  if (other === undefined || other === isOn) return undefined;
  return `${name}=${isOn} and api/${name}=${other} are about the same version; say one of them`;
}

function findUnknownStage(name: string): string | undefined {
  const [first, second = '', third] = name.split('/');
  if (first !== 'api' || third !== undefined || stages.includes(name) || isVersion(second)) return undefined;
  return `${name}: there is no such stage; there are ${stages.join(', ')}`;
}

function findUnknownVersion(resources: readonly Resource[], name: string): string | undefined {
  const [first = '', second] = partsOf(name);
  if (stages.includes(name) || second === undefined || (isVersion(first) && !isVersion(second))) return undefined;
  const builtIn = resources.filter(({ custom }) => custom === undefined);
  const ofGroup = builtIn.filter(({ group }) => group === first);
  if (ofGroup.length === 0) {
    const groups = new Set(builtIn.map(({ group }) => group).filter((group) => group !== ''));
    return `${name}: unknown api group ${first}; there are ${[...groups].sort().join(', ')}`;
  }
  const versions = [...new Set(ofGroup.map(({ version }) => version))].sort();
  // Alpha versions come and go with releases that are not emulated.
  if (versions.includes(second) || second.includes('alpha')) return undefined;
  return `${name}: ${first} has no version ${second}; it has ${versions.join(', ')}`;
}

function isVersion(text: string): boolean {
  return /^v\d/.test(text);
}

/** A version, or one of its resources, that is in the calendar and not in this release. */
function findAbsent(resources: readonly Resource[], name: string, release: Release): string | undefined {
  const named = resources.filter((resource) => hasVerbs(resource) && namesOf(resource).includes(name));
  if (named.length === 0 || named.some(({ lifecycle }) => isServed(lifecycle, release))) return undefined;
  const first = named.map(({ lifecycle }) => lifecycle?.introduced).find((since) => since !== undefined);
  if (first !== undefined && named.every(({ lifecycle }) => isYetToCome(lifecycle?.introduced, release))) {
    return `${name}=true: ${release} has not got it yet; it came in ${first}, so say --emulated-version ${first} or later, or leave it out`;
  }
  const ends = named.flatMap(({ lifecycle }) => lifecycle?.removed ?? []);
  const last = ends.reduce<Release | undefined>((end, each) => (end && !isLater(each, end) ? end : each), undefined);
  const versions = new Set(
    named.flatMap(({ lifecycle }) => (lifecycle?.replacement === undefined ? [] : groupVersion(lifecycle.replacement))),
  );
  const instead = versions.size === 0 ? '' : `, use ${[...versions].join(' or ')} instead`;
  return `${name}=true: ${release} serves it no longer; it was removed in ${last ?? ''}. Emulate an earlier release${instead}, or leave it out`;
}

function isYetToCome(introduced: Release | undefined, release: Release): boolean {
  return introduced !== undefined && isLater(introduced, release);
}

function namesOf(resource: Resource): string[] {
  const version = groupVersion(resource);
  return [version, `api/${version}`, `${version}/${resource.plural}`];
}

function partsOf(name: string): string[] {
  return (name.startsWith('api/') ? name.slice('api/'.length) : name).split('/');
}
