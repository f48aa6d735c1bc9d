/**
 * Namespace controller: deletes the contents of terminating namespaces, then their
 * finalizer. Several replicas may do so at once: what one has deleted, another finds gone.
 */
import type { Informers } from '@keelson/informers';
import type { Engine } from '@keelson/registry';
import type { Logger } from '@keelson/telemetry';

import { createAppointments } from './appointments.ts';
import { followNamespaces } from './follow-namespaces.ts';

/** While something is left: held by finalizers, or by a store that does not answer. */
const firstRetryMs = 200;
const longestRetryMs = 10_000;

export interface EmptyingParts {
  readonly informers: Informers;
  readonly registry: Pick<Engine, 'emptyNamespace'>;
  readonly logger: Logger;
}

/** Returns what stops it. */
export function emptyTerminatingNamespaces({ informers, registry, logger }: EmptyingParts): () => void {
  const appointments = createAppointments();
  const running = new Set<string>();
  /** Told of again while they were being emptied: by then it may be another namespace of the same name. */
  const again = new Set<string>();
  let isStopped = false;

  const empty = async (name: string): Promise<boolean> => {
    running.add(name);
    try {
      const emptied = await registry.emptyNamespace(name);
      return emptied.ok && emptied.value.remaining === 0;
    } catch (error) {
      logger.warn('a namespace could not be emptied', { namespace: name, error });
      return false;
    } finally {
      running.delete(name);
    }
  };
  const later = (name: string, delayMs: number): void => {
    if (isStopped || appointments.has(name)) return;
    if (running.has(name)) {
      again.add(name);
      return;
    }
    const settle = (isDone: boolean): void => {
      const isAskedAgain = again.delete(name);
      if (!isDone || isAskedAgain) later(name, Math.min(delayMs * 2, longestRetryMs));
    };
    appointments.make(name, delayMs, () => {
      empty(name).then(settle, () => settle(false));
    });
  };

  const handlers = { onTerminating: (name: string) => later(name, firstRetryMs), onGone: appointments.cancel };
  const unfollow = followNamespaces(informers, handlers);
  return () => {
    isStopped = true;
    unfollow();
    appointments.cancelAll();
  };
}
