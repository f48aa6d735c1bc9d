/**
 * Keeps the number of Events down, as the recorders of this ecosystem do: an event that was recorded before is counted,
 * many that differ in their message alone become one, and an object has no more than a burst and one in five minutes.
 */
import type { ObjectReference } from '@keelson/api';

export interface RecordedEvent {
  readonly about: ObjectReference;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export type Correlated =
  | { readonly kind: 'dropped' }
  | { readonly kind: 'create'; readonly message: string; readonly note: Noted }
  /** The event that was written under this name is counted on. */
  | { readonly kind: 'count'; readonly message: string; readonly count: number; readonly note: Noted };

/** The memory of an event that is written. */
export interface Noted {
  name: string;
  firstMs: number;
  count: number;
}

/** After so many different messages within the interval they are combined. */
const aggregatedFrom = 10;
const aggregationMs = 600_000;
const burst = 25;
const refillMs = 300_000;
/** Of objects and of events: those that were used least recently are forgotten. */
const limit = 4_096;

interface Group {
  readonly messages: Set<string>;
  lastMs: number;
}

interface Bucket {
  tokens: number;
  filledMs: number;
}

/** Bounded: three maps of 4,096 entries, with up to eleven messages each. */
export class EventCorrelator {
  readonly #groups = new Map<string, Group>();
  readonly #notes = new Map<string, Noted>();
  readonly #buckets = new Map<string, Bucket>();

  correlate(event: RecordedEvent, nowMs: number): Correlated {
    const { about, type, reason } = event;
    const object = [about.apiVersion, about.kind, about.namespace, about.name, about.uid].join('/');
    if (!this.#takeToken(object, nowMs)) return { kind: 'dropped' };
    const groupKey = [object, about.fieldPath ?? '', type, reason].join('\n');
    const isCombined = this.#isCombined(groupKey, event.message, nowMs);
    const message = isCombined ? `(combined from similar events): ${event.message}` : event.message;
    const noteKey = isCombined ? groupKey : `${groupKey}\n${message}`;
    const note = this.#notes.get(noteKey);
    if (note === undefined) {
      const fresh: Noted = { name: '', firstMs: nowMs, count: 1 };
      keep(this.#notes, noteKey, fresh);
      return { kind: 'create', message, note: fresh };
    }
    keep(this.#notes, noteKey, note);
    note.count += 1;
    return { kind: 'count', message, count: note.count, note };
  }

  #takeToken(object: string, nowMs: number): boolean {
    const bucket = this.#buckets.get(object) ?? { tokens: burst, filledMs: nowMs };
    keep(this.#buckets, object, bucket);
    bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, nowMs - bucket.filledMs) / refillMs);
    bucket.filledMs = nowMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  #isCombined(key: string, message: string, nowMs: number): boolean {
    const known = this.#groups.get(key);
    const isFresh = known !== undefined && nowMs - known.lastMs <= aggregationMs;
    const group = isFresh ? known : { messages: new Set<string>(), lastMs: nowMs };
    keep(this.#groups, key, group);
    group.lastMs = nowMs;
    if (group.messages.size < aggregatedFrom) {
      group.messages.add(message);
      return group.messages.size >= aggregatedFrom;
    }
    return true;
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= limit) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
