/** The body of a delete, out of what a controller wishes. */
import type { DeleteWish } from './controller-client.ts';

export function printDeleteWish({ uid, resourceVersion, propagationPolicy, gracePeriodSeconds }: DeleteWish): object {
  const hasPreconditions = uid !== undefined || resourceVersion !== undefined;
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(hasPreconditions && { preconditions: { uid, resourceVersion } }),
    propagationPolicy,
    gracePeriodSeconds,
  };
}
