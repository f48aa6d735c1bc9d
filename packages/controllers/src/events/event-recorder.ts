/** Records Events about objects, in the background: a controller never waits for one, nor fails with one. */
import type { Event, ObjectReference } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { groupVersion, type Resource } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { isNotFound, type ControllerClient } from '../client/controller-client.ts';
import { secondsText, type ControllerClock } from '../controller-clock.ts';
import { EventCorrelator, type RecordedEvent } from './event-correlator.ts';
import { WritePace, type WriteRate } from './write-pace.ts';

export interface EventRecorder {
  record(event: RecordedEvent): void;
  /** Resolves when each recorded event is written or has failed. Events that wait for the rate limit are dropped. */
  close(): Promise<void>;
}

export interface EventRecorderParts {
  readonly client: ControllerClient;
  readonly events: Resource;
  /** Of the source of the events. */
  readonly component: string;
  /** The node that it runs on. */
  readonly host?: string;
  readonly clock: ControllerClock;
  readonly logger: Logger;
  readonly rate?: WriteRate;
}

/** The default rate of the clients of kube-controller-manager: events take a small share of the processor. */
const usualRate: WriteRate = { perSecond: 20, burst: 30 };

/** Further ones are dropped. */
const waitingLimit = 1_000;

export function createEventRecorder(parts: EventRecorderParts): EventRecorder {
  const { clock, logger, component, rate = usualRate } = parts;
  const correlator = new EventCorrelator();
  const pace = new WritePace(rate);
  const waiting: { readonly event: RecordedEvent; readonly atMs: number }[] = [];
  let writing: Promise<void> | undefined;
  let endWait: (() => void) | undefined;
  let isClosed = false;
  let serial = 0;
  const turn = async (): Promise<void> => {
    const delayMs = pace.take(clock.now());
    if (delayMs > 0 && !isClosed) {
      await new Promise<void>((resolve) => {
        const cancel = clock.after(delayMs, resolve);
        endWait = () => {
          cancel();
          resolve();
        };
      });
      endWait = undefined;
    }
    if (delayMs > 0 && isClosed) waiting.length = 0;
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await turn();
      const next = waiting.shift();
      if (next === undefined) break;
      await write({ ...parts, correlator, serial: (serial += 1) }, next).catch((error: unknown) =>
        logger.debug('An event was not recorded', { component, error }),
      );
    }
    writing = undefined;
  };
  return {
    record: (event) => {
      if (waiting.length >= waitingLimit) return;
      waiting.push({ event, atMs: clock.wallMs() });
      writing ??= writeAll();
    },
    close: () => {
      isClosed = true;
      endWait?.();
      return writing ?? Promise.resolve();
    },
  };
}

/** The object that an event is about, as an Event names it. */
export function referenceTo(resource: Resource, { namespace, name, head, version }: CachedObject<unknown>) {
  return {
    kind: resource.kind,
    apiVersion: groupVersion(resource),
    ...(namespace !== '' && { namespace }),
    name,
    uid: head.uid,
    resourceVersion: String(version.revision),
  } satisfies ObjectReference;
}

export type RecordOfObject = (type: 'Normal' | 'Warning', reason: string, message: string) => void;

/** Records events about one object, as it is now. */
export function recordAbout(events: EventRecorder, resource: Resource, object: CachedObject<unknown>): RecordOfObject {
  const about = referenceTo(resource, object);
  return (type, reason, message) => events.record({ about, type, reason, message });
}

interface WriteParts extends EventRecorderParts {
  readonly correlator: EventCorrelator;
  readonly serial: number;
}

interface Waiting {
  readonly event: RecordedEvent;
  readonly atMs: number;
}

async function write(parts: WriteParts, { event, atMs }: Waiting): Promise<void> {
  const { client, events: resource, correlator, serial } = parts;
  const correlated = correlator.correlate(event, atMs);
  if (correlated.kind === 'dropped') return;
  const { note, message } = correlated;
  const namespace = event.about.namespace ?? 'default';
  if (correlated.kind === 'count' && note.name !== '') {
    const patch = { count: correlated.count, lastTimestamp: secondsText(atMs), message };
    const patched = await client.patch<Event>({ resource, namespace, name: note.name }, 'strategic', patch);
    if (patched.ok || !isNotFound(patched)) return;
  }
  note.name = `${event.about.name ?? ''}.${(BigInt(atMs) * 1_000_000n + BigInt(serial % 1_000_000)).toString(16)}`;
  const created = await client.create<Event>({ resource, namespace }, eventOf(parts, { event, atMs }, correlated));
  if (!created.ok) note.name = '';
}

type Written = Exclude<ReturnType<EventCorrelator['correlate']>, { kind: 'dropped' }>;

function eventOf({ component, host }: WriteParts, { event, atMs }: Waiting, { note, message }: Written): object {
  const { about, reason, type } = event;
  return {
    metadata: { name: note.name, namespace: about.namespace ?? 'default' },
    involvedObject: about,
    reason,
    message,
    source: { component, ...(host !== undefined && { host }) },
    firstTimestamp: secondsText(note.firstMs),
    lastTimestamp: secondsText(atMs),
    count: note.count,
    type,
  };
}
