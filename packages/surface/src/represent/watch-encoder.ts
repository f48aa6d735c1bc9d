/**
 * Events as a watch sends them. One encoder for a representation is shared by all its
 * watchers, so that each event is written once for all of them.
 */
import type { EventType, ObjectVersion, WatchEncoder } from '@keelson/cache';
import { emptyOf, encodeJson, groupVersion, stringifyJson } from '@keelson/schema';

import { frameProtobufEvent } from './protobuf-event.ts';
import { messageOf, objectEncoding, type ObjectContext } from './object-encoding.ts';
import { wholeRow } from './row-encoding.ts';
import { tableValue, type TableContext } from './table.ts';

export interface WatchContext extends ObjectContext, TableContext {}

/** What marks the bookmark behind the initial events. */
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
  const { encoding, view } = context.representation;
  const isProtobuf = encoding === 'protobuf';
  const encodeObject = view === 'table' ? tableEncoder(context) : objectEncoding(context).encode;
  const encodeEvent: WatchEncoder['encodeEvent'] = (type, object) => frameEvent(type, encodeObject(object), isProtobuf);
  return {
    encodeEvent: shareInitial(encodeEvent),
    encodeBookmark: (revision, endsInitialEvents) =>
      frameEvent('BOOKMARK', encodeObject(bookmarkObject(context, revision, endsInitialEvents)), isProtobuf),
  };
}

/** From here on a copy for each watcher would cost more than its connection. */
const sharedBytes = 128 * 1024;

/**
 * Initial events are made for each watcher by itself, as each begins at another moment. Large ones are shared by all who
 * hold one, and kept for nobody else.
 */
function shareInitial(encodeEvent: WatchEncoder['encodeEvent']): WatchEncoder['encodeEvent'] {
  const initial = new WeakMap<ObjectVersion, WeakRef<Uint8Array>>();
  return (type, object) => {
    if (type !== 'ADDED' || object.value.length < sharedBytes) return encodeEvent(type, object);
    const known = initial.get(object)?.deref();
    if (known !== undefined) return known;
    const made = encodeEvent(type, object);
    initial.set(object, new WeakRef(made));
    return made;
  };
}

/** A table of one row. Its columns are put in for each watcher's first event: see `watch.ts` among the verbs. */
function tableEncoder(context: WatchContext): (object: ObjectVersion) => Uint8Array {
  return (object) => {
    const metadata = { resourceVersion: String(object.revision) };
    // Not JSON.stringify: whole numbers beyond 2^53 are bigint.
    return Buffer.from(stringifyJson(tableValue(context, metadata, null, [wholeRow(context, object)])));
  };
}

/** An empty object of the kind, which says nothing but how far the watch has come. */
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
