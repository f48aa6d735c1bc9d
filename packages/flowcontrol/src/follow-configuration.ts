/**
 * Keeps flow control in step with the flow schemas and priority levels that are stored. Changes that come together are
 * taken in together, some milliseconds later; until they are known, the mandatory ones are in force.
 */
import type { FlowSchema, PriorityLevelConfiguration } from '@keelson/api';
import type { CachedObject, Informer, Informers } from '@keelson/informers';
import type { Resource } from '@keelson/schema';
import { giveWay, type Logger } from '@keelson/telemetry';

import type { FlowConfiguration } from './levels/configuration.ts';

export interface FollowParts {
  readonly informers: Informers;
  readonly configuration: FlowConfiguration;
  readonly logger: Pick<Logger, 'error'>;
}

/** Taking in costs as much as there are objects: a change of one of very many waits for others. */
const waitMs = 5;
/** Of the time that it took the last time. */
const waitFactor = 10;
const mostWaitMs = 1_000;

interface Sources {
  readonly levels: Informer<PriorityLevelConfiguration>;
  readonly schemas: Informer<FlowSchema>;
}

/** Returns the function that ends it. */
export function followConfiguration({ informers, configuration, logger }: FollowParts): () => void {
  const sources: Sources = {
    levels: informers.informer(resourceOf(informers, 'priorityLevel')),
    schemas: informers.informer(resourceOf(informers, 'flowSchema')),
  };
  let timer: NodeJS.Timeout | undefined;
  let tookMs = 0;
  let taking = Promise.resolve();
  const takeIn = async (): Promise<void> => {
    const beganMs = performance.now();
    const levels = await configured(sources.levels);
    const schemas = await configured(sources.schemas);
    await configuration.applyInSlices(levels, schemas, giveWay);
    tookMs = performance.now() - beganMs;
  };
  const schedule = (): void => {
    if (timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        // One after the other, so that the newest configuration is the last in force.
        taking = taking.then(takeIn).catch((error: unknown) => {
          logger.error('flow control goes on with the configuration from before', { error });
        });
      },
      Math.min(waitMs + waitFactor * tookMs, mostWaitMs),
    ).unref();
  };
  const handler = { onAdd: schedule, onUpdate: schedule, onDelete: schedule };
  const removals = [sources.levels.addHandler(handler), sources.schemas.addHandler(handler)];
  return () => {
    for (const remove of removals) remove();
    clearTimeout(timer);
  };
}

function resourceOf({ resources }: Informers, purpose: 'flowSchema' | 'priorityLevel'): Resource {
  const found = resources.all().find(({ stored }) => stored.purpose?.kind === purpose);
  if (found === undefined) throw new Error(`no declared resource is a ${purpose}`);
  return found.stored;
}

interface Configured<Spec> {
  readonly name: string;
  readonly uid: string;
  readonly spec: Spec;
}

/** Those that can be read. They are decoded here, a slice at a time, if they have not been before. */
async function configured<T extends { readonly spec: Spec }, Spec = T['spec']>(
  informer: Informer<T>,
): Promise<readonly Configured<T['spec']>[]> {
  const found: Configured<T['spec']>[] = [];
  for (const object of [...informer.list()]) {
    const { name, decoded } = object;
    if (decoded.ok) found.push({ name, uid: uidOf(object), spec: decoded.object.spec });
    const paused = giveWay();
    if (paused !== undefined) await paused;
  }
  return found;
}

function uidOf({ head }: CachedObject<unknown>): string {
  return head.uid;
}
