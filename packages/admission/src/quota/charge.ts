/** Charge of a request: the usage that it adds to the quotas of its namespace. */
import { usageOfObject } from '@keelson/api';
import { positiveAmounts, subtractAmounts, type Amounts } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import type { AdmissionRequest } from '../plugin.ts';

export interface Charge {
  readonly request: AdmissionRequest;
  /** The stored version. */
  readonly resource: Resource;
  readonly object: object;
  /** The whole usage of the object. */
  readonly usage: Amounts;
  /** The increase over the usage of the old object: positive amounts alone. */
  readonly added: Amounts;
}

export function chargeOf(request: AdmissionRequest, resource: Resource, nowMs: number): Charge {
  const { object = {}, old } = request;
  const usage = usageOfObject(resource, object, nowMs);
  const before = old === undefined ? undefined : usageOfObject(resource, old, nowMs);
  const added = positiveAmounts(before === undefined ? usage : subtractAmounts(usage, before));
  return { request, resource, object, usage, added };
}
