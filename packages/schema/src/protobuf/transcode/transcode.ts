/**
 * Protobuf to the JSON of the same version, byte for byte what decoding, defaulting and encoding would give, without
 * the object between them. Takes the forms that encoders write; everything else is left to the decoder.
 */
import type { Message } from '../../language/descriptor.ts';
import type { TypeMeta } from '../../language/infer.ts';
import { WireReader } from '../reader.ts';
import { isWireFault } from '../wire.ts';
import { messageEmitterOf } from './emit-message.ts';
import { JsonBytes } from './json-bytes.ts';
import { hasRulesOfDefaults, isSettled } from './settled.ts';
import { FieldPositions, isRefusal, type EmitMessage, type WrittenMember } from './transcoding.ts';

/** Far deeper than any object, and far from what a stack holds. */
const maxDepth = 100;
/** No list within has more items than bytes. */
const mostBytes = 5_000_000;

/** One of each is enough: transcoding never waits and never calls out. */
const out = new JsonBytes();
const positions = new FieldPositions();

interface Transcoder {
  readonly emit: EmitMessage;
  readonly typeMeta: Required<TypeMeta>;
  /** All up to the fields of the message. */
  readonly head: Buffer;
  readonly hasRules: boolean;
}

const transcoders = new WeakMap<Message, Transcoder>();
const comma = 0x2c;
const closeBrace = 0x7d;
const emptyBytes = 2;

/** Undefined where the bytes are faulty or in an unusual form: decode them to learn more. */
export function transcodeProtobuf(
  message: Message,
  typeMeta: Required<TypeMeta>,
  bytes: Uint8Array,
  allocate?: (bytes: number) => Buffer,
): Buffer | undefined {
  if (bytes.length > mostBytes) return undefined;
  const { emit, head, hasRules } = transcoderOf(message, typeMeta);
  const reader = new WireReader(bytes, { maxDepth, maxItems: Infinity });
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    out.writeShort(head);
    const members: WrittenMember[] | undefined = hasRules ? [] : undefined;
    emit({ reader, source, out, positions }, members);
    joinAt(head.length);
    const json = out.finish(allocate);
    return members === undefined || isSettled(message, { json, typeMeta, members }) ? json : undefined;
  } catch (fault) {
    if (isRefusal(fault) || isWireFault(fault)) return undefined;
    throw fault;
  } finally {
    out.clear();
    positions.top = 0;
  }
}

/** Makes one object of the head and of the object that begins there. */
function joinAt(at: number): void {
  if (out.size - at > emptyBytes) out.replaceByte(at, comma);
  else {
    out.size = at;
    out.writeByte(closeBrace);
  }
}

function transcoderOf(message: Message, typeMeta: Required<TypeMeta>): Transcoder {
  const known = transcoders.get(message);
  if (known?.typeMeta.kind === typeMeta.kind && known.typeMeta.apiVersion === typeMeta.apiVersion) return known;
  const { kind, apiVersion } = typeMeta;
  const head = Buffer.from(`{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)}`);
  const made = { emit: messageEmitterOf(message), typeMeta, head, hasRules: hasRulesOfDefaults(message) };
  transcoders.set(message, made);
  return made;
}
