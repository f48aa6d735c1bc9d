/** What a request adds to the use of a namespace. */
import { usageOfObject } from '@keelson/api';
import { positiveAmounts, subtractAmounts, type Amounts } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import type { AdmissionRequest } from '../plugin.ts';

export interface Charge {
  readonly request: AdmissionRequest;
  /** The stored version. */
  readonly resource: Resource;
  readonly object: object;
  /** All that the object uses. */
  readonly usage: Amounts;
  /** What it uses more than before; amounts above zero alone. */
  readonly added: Amounts;
}

export function chargeOf(request: AdmissionRequest, resource: Resource, nowMs: number): Charge {
  const { object = {}, old } = request;
  const usage = usageOfObject(resource, object, nowMs);
  const before = old === undefined ? undefined : usageOfObject(resource, old, nowMs);
  const added = positiveAmounts(before === undefined ? usage : subtractAmounts(usage, before));
  return { request, resource, object, usage, added };
}
