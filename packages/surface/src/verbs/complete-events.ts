/** Events that belong to one watcher alone, made out of those that all share: the first of a table, and the last. */
import type { RequestTarget, Status } from '@keelson/meta';
import { tableOf } from '@keelson/schema';

import { frameEvent } from '../represent/watch-encoder.ts';
import { encodeStatus } from '../respond/send-status.ts';
import type { Agreement } from './representation.ts';

/** To be given all events of a watch, in their order. */
export type CompleteEvents = (chunks: readonly Uint8Array[]) => readonly Uint8Array[];

/** The first event of a table carries the columns; what is shared has none. */
export function createCompleteEvents({ resource }: RequestTarget, { view }: Agreement): CompleteEvents {
  if (view !== 'table') return (chunks) => chunks;
  const columns = JSON.stringify(tableOf(resource).columns);
  let isFirst = true;
  return (chunks) => {
    const [first, ...rest] = chunks;
    if (!isFirst || first === undefined) return chunks;
    isFirst = false;
    return [putColumns(first, columns), ...rest];
  };
}

function putColumns(event: Uint8Array, columns: string): Uint8Array {
  const text = Buffer.from(event).toString();
  return Buffer.from(text.replace('"columnDefinitions":null', () => `"columnDefinitions":${columns}`));
}

/** The reason why a watch ends before its time. */
export function encodeEnding(status: Status, { encoding }: Agreement): Uint8Array {
  const isProtobuf = encoding === 'protobuf';
  const encoded = encodeStatus(status, { encoding, isPretty: false });
  return frameEvent('ERROR', isProtobuf ? encoded : encoded.subarray(0, -1), isProtobuf);
}
