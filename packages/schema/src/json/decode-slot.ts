/** The decoder of a declared field in its place. */
import type { Decode, DecodeState } from './decode-state.ts';
import { prefixUnknown } from './decode-state.ts';
import type { MakeEmpty } from './empty.ts';

export interface Slot {
  readonly index: number;
  readonly name: string;
  /** The canonical value, or undefined when it says no more than absence. */
  readonly decode: Decode;
  readonly makeEmpty: MakeEmpty | undefined;
}

export function decodeSlot(slot: Slot, given: unknown, state: DecodeState): unknown {
  const before = state.unknown.length;
  const decoded = slot.decode(given, state);
  if (state.unknown.length !== before) prefixUnknown(state, before, slot.name);
  return decoded;
}
