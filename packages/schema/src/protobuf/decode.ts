/**
 * Protobuf to objects. Bytes are untrusted: a fault in them is an
 * answer, never an exception, and time and memory are bounded by their length.
 */
import { maxNesting } from '../json/max-nesting.ts';
import type { Message } from '../language/descriptor.ts';
import type { TypeMeta, TypeOf } from '../language/infer.ts';
import { messageReaderOf } from './decode-message.ts';
import { WireReader } from './reader.ts';
import type { ReaderLimits, WireReaderOptions } from './reader.ts';
import { isWireFault } from './wire.ts';

export interface DecodeProtobufOptions extends Partial<ReaderLimits>, Pick<WireReaderOptions, 'replacesInvalidText'> {
  /** The type in the envelope. It becomes the object's first keys, as messages do not carry it. */
  readonly typeMeta?: Required<TypeMeta>;
  /** Called for each field that its message does not have: `io.k8s.api.core.v1.Pod field 99`. */
  readonly onUnknown?: ((field: string) => void) | undefined;
}

export type DecodeProtobufResult<T> =
  { readonly ok: true; readonly object: T } | { readonly ok: false; readonly message: string };

/** A message and the list or map it is in are two levels of JSON. */
const DEFAULT_MAX_DEPTH = maxNesting / 2;
/** A list of a hundred thousand pods passes; what an item costs in memory is at most some hundred times its bytes. */
const DEFAULT_MAX_ITEMS = 10_000_000;

/** Decodes to the canonical form, with keys in declared order. The object shares no memory with `bytes`. */
export function decodeProtobuf<M extends Message>(
  message: M,
  bytes: Uint8Array,
  options: DecodeProtobufOptions = {},
): DecodeProtobufResult<TypeOf<M>> {
  const { maxDepth = DEFAULT_MAX_DEPTH, maxItems = DEFAULT_MAX_ITEMS, typeMeta } = options;
  const readMessage = messageReaderOf(message);
  const reader = new WireReader(bytes, { ...options, maxDepth, maxItems });
  try {
    const object = readMessage(reader);
    const whole = typeMeta === undefined ? object : { kind: typeMeta.kind, apiVersion: typeMeta.apiVersion, ...object };
    return { ok: true, object: whole as TypeOf<M> };
  } catch (fault) {
    if (!isWireFault(fault)) throw fault;
    return { ok: false, message: `${message.name}: ${fault.message} (at byte ${reader.pos})` };
  }
}
