/** What has to be there before anyone can work: the namespaces of the system. Made through the same door as everything. */
import type { Caller, Registry } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';

/** Made in this order; what is there already stays as it is. */
export const systemNamespaces = ['kube-system', 'kube-public', 'kube-node-lease', 'default'] as const;

export const systemCaller: Caller = {
  user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
  userAgent: 'keelson',
};

export async function makeSystemNamespaces(registry: Registry, scheme: Scheme): Promise<void> {
  const resource = scheme.resources().find(({ holdsNamespaces }) => holdsNamespaces === true);
  if (resource === undefined) throw new Error('no declared resource holds namespaces');
  for (const name of systemNamespaces) await makeNamespace(registry, resource, name);
}

const alreadyExists = 409;

async function makeNamespace(registry: Registry, resource: Resource, name: string): Promise<void> {
  const { group, version, kind } = resource;
  const found = await registry.get({ resource, name }, {});
  if (found.ok) return;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const bytes = Buffer.from(JSON.stringify({ apiVersion, kind, metadata: { name } }));
  const made = await registry.create(
    { resource },
    { body: { format: 'json', bytes }, options: {}, caller: systemCaller },
  );
  // Another replica may have been quicker.
  if (!made.ok && made.status.code !== alreadyExists) {
    throw new Error(`the namespace ${name} could not be made: ${made.status.message ?? 'for no given reason'}`);
  }
}
