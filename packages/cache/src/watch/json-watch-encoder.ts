/**
 * Watch events as lines of JSON around the cached bytes. The caller states the kind
 * of the objects; nothing is parsed or stringified.
 */
import type { EventType, WatchEncoder } from './watch-request.ts';

export interface JsonWatchKind {
  readonly kind: string;
  readonly apiVersion: string;
  /** The name of the annotation that marks the bookmark after the initial events. */
  readonly initialEventsEndAnnotation: string;
}

const heads: Record<EventType, string> = {
  ADDED: '{"type":"ADDED","object":',
  MODIFIED: '{"type":"MODIFIED","object":',
  DELETED: '{"type":"DELETED","object":',
};
const tail = '}\n';

/** One for each kind; share it, since watchers share the bytes of a shared encoder. */
export function createJsonWatchEncoder({ kind, apiVersion, initialEventsEndAnnotation }: JsonWatchKind): WatchEncoder {
  return {
    encodeEvent: (type, { value }) => {
      const head = heads[type];
      const frame = Buffer.allocUnsafe(head.length + value.length + tail.length);
      frame.write(head, 'latin1');
      value.copy(frame, head.length);
      frame.write(tail, head.length + value.length, 'latin1');
      return frame;
    },
    encodeBookmark: (revision, endsInitialEvents) => {
      const annotations = endsInitialEvents ? { annotations: { [initialEventsEndAnnotation]: 'true' } } : {};
      const metadata = { resourceVersion: String(revision), ...annotations };
      return Buffer.from(`${JSON.stringify({ type: 'BOOKMARK', object: { kind, apiVersion, metadata } })}\n`);
    },
  };
}
