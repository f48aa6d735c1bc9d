/**
 * Events as a watch sends them. One encoder for a representation is shared by all its
 * watchers, so that each event is written once for all of them.
 */
import { encodeOnce } from '@keelson/cache';
import type { Encoding, EventType, ObjectVersion, WatchEncoder } from '@keelson/cache';
import { emptyOf, encodeJson, groupVersion, stringifyJson } from '@keelson/schema';
import { isPromise } from '@keelson/telemetry';

import { textAround } from './around.ts';
import { joinEvents } from './joined-events.ts';
import type { JoinedItems } from './joined-items.ts';
import { frameProtobufEvent } from './protobuf-event.ts';
import { isAsStored, messageOf, objectEncoding, type ObjectContext } from './object-encoding.ts';
import { wholeRowEncoding } from './row-encoding.ts';
import { tableValue, type TableContext } from './table.ts';

export interface WatchContext extends ObjectContext, TableContext {
  /** Initial events that were put together before. Without it, each event is a chunk of its own. */
  readonly joined?: JoinedItems | undefined;
}

/** The annotation that marks the bookmark after the initial events. */
export function initialEventsEndAnnotation(domain: string): string {
  return `${domain}/initial-events-end`;
}

const eventStart: Readonly<Record<EventType | 'BOOKMARK' | 'ERROR', Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
  BOOKMARK: Buffer.from('{"type":"BOOKMARK","object":'),
  ERROR: Buffer.from('{"type":"ERROR","object":'),
};
const eventEnd = Buffer.from('}\n');

/** An event around an object that is written already. */
export function frameEvent(type: keyof typeof eventStart, object: Uint8Array, isProtobuf: boolean): Uint8Array {
  return isProtobuf ? frameProtobufEvent(type, object) : Buffer.concat([eventStart[type], object, eventEnd]);
}

export function createWatchEncoder(context: WatchContext): WatchEncoder {
  const { representation, joined } = context;
  const isProtobuf = representation.encoding === 'protobuf';
  const encoding = representation.view === 'table' ? eventTableEncoding(context) : objectEncoding(context);
  const encodeEvent: WatchEncoder['encodeEvent'] = (type, object) => {
    const made = encodeOnce(object, encoding);
    return isPromise(made)
      ? made.then((bytes) => frameEvent(type, bytes, isProtobuf))
      : frameEvent(type, made, isProtobuf);
  };
  return {
    encodeEvent: shareInitial(encodeEvent),
    ...(joined !== undefined &&
      isAsStored(context) && {
        encodeInitial: (objects, from) => joinEvents(objects, from, joined, [eventStart.ADDED, eventEnd]),
      }),
    // A bookmark is small.
    encodeBookmark: (revision, endsInitialEvents) =>
      frameEvent('BOOKMARK', encoding.encode(bookmarkObject(context, revision, endsInitialEvents)), isProtobuf),
  };
}

/** From here on a copy for each watcher would cost more than its connection. */
const sharedBytes = 128 * 1024;

/**
 * Initial events are encoded for each watcher, because each starts at another moment. Large ones are shared while some
 * watcher still holds them, and not kept beyond that.
 */
function shareInitial(encodeEvent: WatchEncoder['encodeEvent']): WatchEncoder['encodeEvent'] {
  /** Pending encodings are held strongly until they resolve. */
  const initial = new WeakMap<ObjectVersion, WeakRef<Uint8Array> | Promise<Uint8Array>>();
  return (type, object) => {
    if (type !== 'ADDED' || object.value.length < sharedBytes) return encodeEvent(type, object);
    const known = initial.get(object);
    const shared = known instanceof WeakRef ? known.deref() : known;
    if (shared !== undefined) return shared;
    const made = encodeEvent(type, object);
    const share = (event: Uint8Array): void => void initial.set(object, new WeakRef(event));
    if (isPromise(made)) {
      initial.set(object, made);
      made.then(share, () => initial.delete(object));
    } else {
      share(made);
    }
    return made;
  };
}

/** A table of one row. Its columns are put in for each watcher's first event: see `watch.ts` among the verbs. */
function eventTableEncoding(context: WatchContext): Encoding {
  const row = wholeRowEncoding(context);
  const around = ({ revision }: ObjectVersion, made: Uint8Array): Uint8Array => {
    const empty = stringifyJson(tableValue(context, { resourceVersion: String(revision) }, null, []));
    const [head, tail] = textAround(empty, '"rows":[', ']');
    return Buffer.concat([Buffer.from(head), made, Buffer.from(tail)]);
  };
  return {
    key: undefined,
    encode: (object) => around(object, row.encode(object)),
    encodeElsewhere: (object) => row.encodeElsewhere?.(object)?.then((made) => around(object, made)),
  };
}

/** An empty object of the kind, which carries only the resourceVersion that the watch has reached. */
function bookmarkObject(
  { form, wanted, scheme }: WatchContext,
  revision: number,
  endsInitialEvents: boolean,
): ObjectVersion {
  const message = messageOf(form, wanted);
  const stored = form.resource ?? wanted;
  const object = emptyOf(stored.message)();
  object['kind'] = stored.kind;
  object['apiVersion'] = groupVersion(stored);
  const metadata = object['metadata'] as Record<string, unknown>;
  metadata['resourceVersion'] = String(revision);
  if (endsInitialEvents) metadata['annotations'] = { [initialEventsEndAnnotation(scheme.domain)]: 'true' };
  const value = Buffer.from(encodeJson(stored.message, object));
  return { key: `bookmark of ${message.name}`, revision, value, attributes: undefined, derived: undefined };
}
