/**
 * The APIServices that this server should have for what it serves itself: those of built-in group versions, which stay as
 * they were at its start, and those of custom resources, which come and go with their definitions.
 */
import { automanagedApiServices, customPriority, type ApiServicePriority, type AutomanagedMode } from '@keelson/api';
import type { Resource, Scheme } from '@keelson/schema';

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
}

export function createWantedServices({ scheme, isListed }: WantedServicesParts): WantedServices {
  const { priorityOf } = automanagedApiServices(scheme.domain);
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
    builtIn: collect(scheme.resources().filter((each) => each.custom === undefined && isListed(each))),
    custom: () => collect(scheme.resources().filter((each) => each.custom !== undefined && isListed(each))),
  };
}
