/** Puts the configured domain where declarations say `{domain}`. */
import type { ResourceStorage } from '../language/resource-storage.ts';
import type { Resource } from '../language/resource.ts';
import type { Subresource } from '../language/subresource.ts';

export function inDomain(text: string, domain: string): string {
  return text.replaceAll('{domain}', domain);
}

export function resourceInDomain(resource: Resource, domain: string): Resource {
  const { storage, lifecycle } = resource;
  const replacement = lifecycle?.replacement;
  return {
    ...resource,
    ...grouped(resource, domain),
    subresources: mapValues(resource.subresources, (each) => subresourceInDomain(each, domain)),
    storage: storageInDomain(storage, domain),
    ...(replacement && { lifecycle: { ...lifecycle, replacement: grouped(replacement, domain) } }),
  };
}

function storageInDomain(storage: ResourceStorage, domain: string): ResourceStorage {
  if (storage.kind !== 'stored') return storage;
  return { ...grouped(storage, domain), prefix: inDomain(storage.prefix, domain) };
}

function subresourceInDomain(subresource: Subresource, domain: string): Subresource {
  const { servedAs } = subresource;
  return servedAs === undefined ? subresource : { ...subresource, servedAs: grouped(servedAs, domain) };
}

function grouped<T extends { readonly group: string }>(value: T, domain: string): T {
  return { ...value, group: inDomain(value.group, domain) };
}

function mapValues<T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
