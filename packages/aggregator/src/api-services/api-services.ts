/** The APIServices of the cluster, as an informer has them. One that cannot be decoded counts as none. */
import type { APIService } from '@keelson/api';
import type { CachedObject, Informer, Informers } from '@keelson/informers';
import type { Caller } from '@keelson/registry';
import type { Resource } from '@keelson/schema';

export interface ApiServices {
  readonly resource: Resource;
  readonly informer: Informer<APIService>;
}

/** The server itself: these objects describe what it serves. */
export const aggregatorCaller: Caller = {
  user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
  userAgent: 'kube-apiserver',
};

export function openApiServices(informers: Informers): ApiServices {
  const [found] = informers.resources.where(({ purpose }) => purpose?.kind === 'apiService');
  if (found === undefined) throw new Error('no declared resource registers group versions');
  return { resource: found.stored, informer: informers.informer<APIService>(found.stored) };
}

export function readApiService({ decoded }: CachedObject<APIService>): APIService | undefined {
  return decoded.ok ? decoded.object : undefined;
}

export function isAvailable({ status }: APIService): boolean {
  return status.conditions?.some((condition) => condition.type === 'Available' && condition.status === 'True') === true;
}

/** Refusals that mean that the object is gone, there already, or changed: its event brings the key again. */
export function isApiServiceOutdated(code: number | undefined): boolean {
  return code === 404 || code === 409;
}
