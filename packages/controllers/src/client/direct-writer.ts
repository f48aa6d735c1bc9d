/**
 * Writes to the registry of this process without authorization and audit, for controllers that begin before the default
 * roles are there.
 */
import type { RequestTarget } from '@keelson/meta';
import type { Caller, RegistryEngine } from '@keelson/registry';

import type { ClientRefusal } from './controller-client.ts';

type Written = { readonly ok: true } | ClientRefusal;

export interface ObjectWriter {
  create(target: RequestTarget, object: object): Promise<Written>;
  update(target: RequestTarget, object: object): Promise<Written>;
}

export function createDirectWriter(registry: Pick<RegistryEngine, 'create' | 'update'>, caller: Caller): ObjectWriter {
  const writeOf = (object: object) => {
    const body = { format: 'json', bytes: Buffer.from(JSON.stringify(object)) } as const;
    return { body, options: {}, caller };
  };
  return {
    create: (target, object) => registry.create(target, writeOf(object)),
    update: (target, object) => registry.update(target, writeOf(object)),
  };
}
