/** Writes without compares: a put, many puts at once, the deletion of a range. For restores, which write alone. */
import { bytesField, messageField } from '../protobuf/fields.ts';
import { leaseField } from './messages.ts';

export interface BatchPut {
  readonly key: string;
  readonly value: Uint8Array;
  /** The id in decimal: it has 63 bits. */
  readonly lease?: string | undefined;
}

const [success, put, deleteRange] = [2, 2, 3];

/** Of `KV/Put`. etcd 3.4 takes several times as many of them as of transactions of one put. */
export function encodePut({ key, value, lease }: BatchPut): Uint8Array[] {
  return [...bytesField(1, Buffer.from(key)), ...bytesField(2, value), leaseField(lease)];
}

/** Keys must differ. All get one revision. */
export function encodePutBatch(puts: readonly BatchPut[]): Uint8Array[] {
  return puts.flatMap((each) => messageField(success, messageField(put, encodePut(each))));
}

/** `end` is exclusive. */
export function encodeDeleteRangeTxn(key: Uint8Array, end: Uint8Array): Uint8Array[] {
  return messageField(success, messageField(deleteRange, [...bytesField(1, key), ...bytesField(2, end)]));
}
