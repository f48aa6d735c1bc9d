/**
 * Creates the system's namespaces and priority classes through the registry, as a client would,
 * before anyone else writes.
 */
import type { Registry } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';

import { systemCaller } from '../controller.ts';

/** Created in this order; one that exists stays as it is. */
export const systemNamespaces = ['kube-system', 'kube-public', 'kube-node-lease', 'default'] as const;

export async function makeSystemNamespaces(registry: Registry, scheme: Scheme): Promise<void> {
  const resource = scheme.resources().find(({ purpose }) => purpose?.kind === 'namespace');
  if (resource === undefined) throw new Error('no declared resource holds namespaces');
  for (const name of systemNamespaces) await makeMissing(registry, resource, { metadata: { name } });
  // A most recent read waits for the watch cache, so event handlers registered from now on start with these namespaces.
  await registry.list({ resource }, { limit: '1' });
}

/** For what a node, or the cluster, cannot do without. Higher than any other class may be. */
export const systemPriorities = [
  {
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
] as const;

export async function makeSystemPriorities(registry: Registry, scheme: Scheme): Promise<void> {
  const resource = scheme.resource(`scheduling.${scheme.domain}`, 'v1', 'priorityclasses');
  if (resource === undefined) throw new Error('no declared resource holds priorities');
  for (const priority of systemPriorities) {
    await makeMissing(registry, resource, { ...priority, preemptionPolicy: 'PreemptLowerPriority' });
  }
}

const alreadyExists = 409;

interface Named {
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

async function makeMissing(registry: Registry, resource: Resource, object: Named): Promise<void> {
  const { group, version, kind } = resource;
  const { name } = object.metadata;
  const found = await registry.get({ resource, name }, {});
  if (found.ok) return;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const bytes = Buffer.from(JSON.stringify({ apiVersion, kind, ...object }));
  const made = await registry.create(
    { resource },
    { body: { format: 'json', bytes }, options: {}, caller: systemCaller },
  );
  // Another replica may have been quicker.
  if (!made.ok && made.status.code !== alreadyExists) {
    throw new Error(`${kind} ${name} could not be made: ${made.status.message ?? 'for no given reason'}`);
  }
}
