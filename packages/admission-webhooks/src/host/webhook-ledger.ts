/** A ledger of each webhook's calls, for people: counts since the start, and the last of everything. */
import type { HookReport } from '../contract.ts';

export interface HookRecord {
  calls: number;
  denials: number;
  failures: number;
  mutations: number;
  /** Of the last calls, in milliseconds, oldest first. */
  readonly latestMs: number[];
  lastFailure: { readonly message: string; readonly atMs: number } | undefined;
  lastDenial: { readonly message: string; readonly atMs: number } | undefined;
}

/** The number of durations that are kept for each webhook. */
const keptDurations = 128;
const keptCharacters = 512;

export interface WebhookLedger {
  note(report: HookReport): void;
  /** By phase and uid. `undefined` for one that was never asked. */
  of(hook: Pick<HookReport['hook'], 'phase' | 'uid'>): HookRecord | undefined;
  /** Forgets webhooks that are gone. */
  keepOnly(hooks: readonly Pick<HookReport['hook'], 'phase' | 'uid'>[]): void;
}

export function createWebhookLedger(now: () => number): WebhookLedger {
  const records = new Map<string, HookRecord>();
  const keyOf = ({ phase, uid }: Pick<HookReport['hook'], 'phase' | 'uid'>): string => `${phase}/${uid}`;
  return {
    note: (report) => {
      const key = keyOf(report.hook);
      let record = records.get(key);
      if (record === undefined) records.set(key, (record = emptyRecord()));
      count(record, report, now());
    },
    of: (hook) => records.get(keyOf(hook)),
    keepOnly: (hooks) => {
      const kept = new Set(hooks.map(keyOf));
      for (const key of records.keys()) if (!kept.has(key)) records.delete(key);
    },
  };
}

function emptyRecord(): HookRecord {
  const last = { lastFailure: undefined, lastDenial: undefined };
  return { calls: 0, denials: 0, failures: 0, mutations: 0, latestMs: [], ...last };
}

function count(record: HookRecord, { outcome, seconds, hasChanged, message = '' }: HookReport, atMs: number): void {
  record.calls += 1;
  if (hasChanged) record.mutations += 1;
  if (record.latestMs.push(seconds * 1_000) > keptDurations) record.latestMs.shift();
  const last = { message: message.slice(0, keptCharacters), atMs };
  if (outcome === 'denied') {
    record.denials += 1;
    record.lastDenial = last;
  } else if (outcome !== 'allowed') {
    record.failures += 1;
    record.lastFailure = last;
  }
}
