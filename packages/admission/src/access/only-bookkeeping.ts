/**
 * Recognises changes to owners and finalizers alone: deleting a role or a binding must not require
 * the rights that it grants.
 */
import { isDeepStrictEqual } from 'node:util';

import type { AdmissionObject } from '../plugin.ts';

const bookkeeping = ['ownerReferences', 'finalizers', 'managedFields'] as const;

export function isOnlyBookkeeping(object: AdmissionObject, old: AdmissionObject): boolean {
  return isDeepStrictEqual(withoutBookkeeping(object), withoutBookkeeping(old));
}

function withoutBookkeeping(object: AdmissionObject) {
  const metadata: Record<string, unknown> = { ...object.metadata };
  for (const field of bookkeeping) Reflect.deleteProperty(metadata, field);
  return { ...object, metadata };
}
