/**
 * Recognises changes to owners and finalizers alone: deleting a role or a binding must not require
 * the rights that it grants.
 */
import { isDeepStrictEqual } from 'node:util';

import type { ApiObject } from '@keelson/registry';

const bookkeeping = ['ownerReferences', 'finalizers', 'managedFields'] as const;

export function isOnlyBookkeeping(object: ApiObject, old: ApiObject): boolean {
  return isDeepStrictEqual(withoutBookkeeping(object), withoutBookkeeping(old));
}

function withoutBookkeeping(object: ApiObject) {
  const metadata: Record<string, unknown> = { ...object.metadata };
  for (const field of bookkeeping) Reflect.deleteProperty(metadata, field);
  return { ...object, metadata };
}
