/** ResourceQuota: rejects requests that exceed a quota of the namespace, and charges the quotas for those it admits. */
import { isCountedByQuotas } from '@keelson/api';
import type { Resource } from '@keelson/schema';
import { when } from '@keelson/telemetry';

import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { chargeOf } from './charge.ts';
import { createChargeTurns } from './charge-turns.ts';
import { checkCharge, openQuota } from './check-charge.ts';
import type { LimitedResource } from './limited-resources.ts';
import type { QuotaStore } from './quota-store.ts';

export interface ResourceQuotaParts {
  readonly store: QuotaStore;
  /** Resources that need a quota. Default: none. */
  readonly limited?: readonly LimitedResource[] | undefined;
  /** In milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** In a namespace without quotas, a write costs one lookup in an index. */
export function resourceQuota({ store, limited = [], nowMs }: ResourceQuotaParts): AdmissionPlugin {
  const turns = createChargeTurns({ store, limited });
  return {
    name: 'ResourceQuota',
    concerns: (request) => {
      const { namespace } = request.place;
      if (namespace === undefined || countedResourceOf(request) === undefined) return false;
      return limited.length > 0 || store.mayHave(namespace);
    },
    validate: (request) => {
      const resource = countedResourceOf(request);
      const { namespace = '' } = request.place;
      if (resource === undefined) return undefined;
      return when(store.inNamespace(namespace), (known) => {
        if (known.length === 0 && limited.length === 0) return undefined;
        const charge = chargeOf(request, resource, nowMs());
        // Requests that charge nothing are decided by the watch cache alone, without waiting for a batch.
        const checked = checkCharge(charge, known.map(openQuota), limited);
        if (!checked.ok) return checked.refusal;
        return checked.used.size === 0 || request.isDryRun ? undefined : turns.charge(namespace, charge);
      });
    },
  };
}

/** The stored version of the resource. `undefined` for requests that cannot add usage. */
function countedResourceOf({ operation, place, form }: AdmissionRequest): Resource | undefined {
  if (place.subresource !== undefined) return undefined;
  const resource = form?.resource ?? place.resource;
  const charges = operation === 'create' || (operation === 'update' && resource.quota?.chargesUpdates === true);
  return charges && isCountedByQuotas(resource) ? resource : undefined;
}
