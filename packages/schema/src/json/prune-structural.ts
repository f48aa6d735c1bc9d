/** Pruning of values that belong to no message, such as the defaults in definitions. */
import type { JsonValue } from '../language/json-value.ts';
import type { Message } from '../language/descriptor.ts';
import type { Issue } from '../language/report.ts';
import type { StructuralSchema } from '../language/structural-schema.ts';
import { failed, faultIssue, faultMessage, startDecode } from './decode-state.ts';
import { decoderOf, type DecodeOptions } from './decode.ts';
import { pruneValue } from './prune-value.ts';

export interface PruneOptions extends DecodeOptions {
  /** The message of the metadata of embedded resources; without it, their metadata is kept as it is. */
  readonly metadata?: Message | undefined;
}

export type PruneResult =
  | { readonly ok: true; readonly object: JsonValue }
  /** `issue` is there if a part of the value is at fault, and not the whole. */
  | { readonly ok: false; readonly message: string; readonly issue: Issue | undefined };

/** The canonical value: a new one, or the same when it is canonical already. Unknown fields are told in order. */
export function pruneStructural(
  schema: StructuralSchema,
  value: JsonValue,
  { metadata, onUnknown }: PruneOptions = {},
): PruneResult {
  const state = startDecode(onUnknown !== undefined);
  const pruned = pruneValue(value, schema, { state, decodeMetadata: metadata && decoderOf(metadata) });
  if (pruned === failed) return { ok: false, message: faultMessage(state), issue: faultIssue(state) };
  if (onUnknown !== undefined) for (const path of state.unknown.sort()) onUnknown(path);
  return { ok: true, object: pruned as JsonValue };
}
