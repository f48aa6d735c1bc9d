/** The dependencies that the controllers of definitions share. */
import type { Informer, RecordQueue } from '@keelson/informers';
import type { Caller, RegistryEngine } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

export interface DefinitionControllerParts {
  readonly scheme: Scheme;
  readonly registry: RegistryEngine;
  /** The resource of definitions themselves. */
  readonly definitions: Resource;
  readonly informer: Informer<unknown>;
  readonly now: () => Date;
  /** The metrics of work queues. */
  readonly record?: RecordQueue | undefined;
  readonly logger: Logger;
}

/** Definitions are the server's own, not those of a controller with an account. */
export const caller: Caller = {
  user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
  userAgent: 'kube-apiserver',
};

/** Refusals that mean that the definition is gone, or that its change brings the key again. */
export function isOutdated(code: number | undefined): boolean {
  return code === 404 || code === 409;
}
