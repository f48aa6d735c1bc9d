/** A claim's usage: itself and the storage that it requests, counted in total and for its storage class. */
import { compareQuantity, roundUpQuantity, type Amounts } from '@keelson/meta';
import type { QuotaRules } from '@keelson/schema';

import type { PersistentVolumeClaim } from './persistent-volume-claim.ts';
import { storageClassNameOf } from './storage-class-name.ts';

const names = ['persistentvolumeclaims', 'requests.storage'];
/** Between the name of a storage class and that of an amount in it. */
const ofClass = '.storageclass.storage.k8s.io/';

export const claimQuota: QuotaRules<PersistentVolumeClaim> = {
  counts: (amount) => names.some((name) => amount === name || amount.endsWith(`${ofClass}${name}`)),
  usageOf,
  chargesUpdates: true,
};

function usageOf(claim: PersistentVolumeClaim): Amounts {
  const usage = new Map([['persistentvolumeclaims', '1']]);
  const storage = storageOf(claim);
  if (storage !== undefined) usage.set('requests.storage', storage);
  const storageClass = storageClassNameOf(claim);
  if (storageClass === '') return usage;
  for (const [name, amount] of [...usage]) usage.set(`${storageClass}${ofClass}${name}`, amount);
  return usage;
}

/** In whole bytes. Storage that is still allocated counts after a request was lowered. */
function storageOf({ spec, status }: PersistentVolumeClaim): string | undefined {
  const requested = spec.resources.requests?.['storage'];
  if (requested === undefined) return undefined;
  const allocated = status.allocatedResources?.['storage'];
  const isMore = allocated !== undefined && compareQuantity(allocated, requested) > 0;
  return roundUpQuantity(isMore ? allocated : requested);
}
