/** The parts that all controllers share: their dependencies, the user they write as, and their end. */
import type { Informers, RecordQueue } from '@keelson/informers';
import type { Caller, RegistryEngine } from '@keelson/registry';
import type { Logger } from '@keelson/telemetry';

export interface ControllerParts {
  readonly informers: Informers;
  readonly registry: RegistryEngine;
  /** The metrics of work queues. */
  readonly record?: RecordQueue | undefined;
  readonly logger: Logger;
}

export interface Controller {
  /** No further key is worked on. Resolves when none is in work any more. */
  stop(): Promise<void>;
}

/** The user of the server itself, for objects that it makes before there is anyone else. */
export const systemCaller: Caller = {
  user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
  userAgent: 'kube-apiserver',
};

/** What stands before the slash becomes the field manager: tools know what all controllers write by that one name. */
export function controllerAgent(user: string): string {
  return `kube-controller-manager/${user}`;
}

/** A controller writes as a service account of its own name. */
export function controllerCaller(controller: string): Caller {
  const name = `system:serviceaccount:kube-system:${controller}`;
  return {
    user: { name, groups: ['system:masters', 'system:serviceaccounts', 'system:authenticated'] },
    userAgent: controllerAgent(name),
  };
}
