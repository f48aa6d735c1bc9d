/**
 * The APIServices that this server should have for what it serves itself: those of built-in group versions, which stay as
 * they were at its start, and those of custom resources, which come and go with their definitions.
 */
import { automanagedApiServices, customPriority, type ApiServicePriority, type AutomanagedMode } from '@keelson/api';
import { type Release, type Resource, type Scheme } from '@keelson/schema';

export interface WantedService {
  readonly name: string;
  readonly mode: AutomanagedMode;
  readonly spec: ApiServicePriority & { readonly group?: string; readonly version: string };
}

export interface WantedServices {
  readonly builtIn: ReadonlyMap<string, WantedService>;
  /** Of this moment. */
  custom(): ReadonlyMap<string, WantedService>;
}

export interface WantedServicesParts {
  readonly scheme: Scheme;
  /** Served, and part of every document of discovery. */
  readonly isListed: (resource: Resource) => boolean;
  /** The release that is served. */
  readonly release: Release;
}

export function createWantedServices({ scheme, isListed, release }: WantedServicesParts): WantedServices {
  const listed = scheme.resources().filter((each) => each.custom === undefined && isListed(each));
  const priorityOf = createPriorities(listed, scheme.domain, release);
  const collect = (resources: readonly Resource[]): ReadonlyMap<string, WantedService> => {
    const wanted = new Map<string, WantedService>();
    for (const { group, version, custom } of resources) {
      const name = `${version}.${group}`;
      const priority = custom === undefined ? priorityOf(group, version) : customPriority;
      if (priority === undefined || wanted.has(name)) continue;
      const mode = custom === undefined ? 'onstart' : 'true';
      wanted.set(name, { name, mode, spec: { ...(group !== '' && { group }), version, ...priority } });
    }
    return wanted;
  };
  return {
    builtIn: collect(listed),
    custom: () => collect(scheme.resources().filter((each) => each.custom !== undefined && isListed(each))),
  };
}

type PriorityOf = (group: string, version: string) => ApiServicePriority | undefined;

/**
 * The preferred version of a group moves on with the second release that serves the new one, so that clients of the
 * release before find it (rule 4b of deprecation). Until then a new version comes right after the preferred one.
 */
function createPriorities(resources: readonly Resource[], domain: string, release: Release): PriorityOf {
  const { priorityOf } = automanagedApiServices(domain);
  const isNew = (group: string, version: string): boolean =>
    resources
      .filter((each) => each.group === group && each.version === version)
      .every(({ lifecycle }) => lifecycle?.introduced === release);
  return (group, version) => {
    const own = priorityOf(group, version);
    if (own === undefined || !isNew(group, version)) return own;
    const others = new Set(resources.filter((each) => each.group === group).map((each) => each.version));
    const earlier = [...others].filter((other) => !other.includes('alpha') && !isNew(group, other));
    const preferred = Math.max(0, ...earlier.map((other) => priorityOf(group, other)?.versionPriority ?? 0));
    return preferred === 0 ? own : { ...own, versionPriority: Math.min(own.versionPriority, preferred - 1) };
  };
}
