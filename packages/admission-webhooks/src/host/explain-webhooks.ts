/** Explains to people which webhooks a request meets, why it does not meet the others, and how each fared lately. */
import { matchesLabels, printLabelSelector } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import type { LabelsOf, Phase, ReviewOperation } from '../contract.ts';
import type { CompiledHook } from '../matching/compiled-hook.ts';
import type { Candidate, HookTable } from '../matching/hook-table.ts';
import type { HookRecord, WebhookLedger } from './webhook-ledger.ts';

export interface ExplainedRequest {
  readonly resource: Resource;
  readonly operation: ReviewOperation;
  readonly subresource: string;
  /** `undefined` for an object in no namespace, and for a namespace that is not known. */
  readonly namespaceLabels: LabelsOf | undefined;
}

export interface ExplainParts {
  readonly ledger: WebhookLedger;
  table(phase: Phase): HookTable;
  readonly now: () => number;
}

const titles: Readonly<Record<Phase, string>> = {
  mutating: 'Mutating webhooks, one after the other:',
  validating: 'Validating webhooks, all at once:',
};

/** Lines of text. Without a request, all webhooks are told as they are. */
export function explainWebhooks(parts: ExplainParts, request: ExplainedRequest | undefined): readonly string[] {
  return (['mutating', 'validating'] as const).flatMap((phase) => {
    const table = parts.table(phase);
    parts.ledger.keepOnly(
      [...parts.table('mutating').hooks, ...parts.table('validating').hooks].map(({ settings }) => settings),
    );
    if (table.isEmpty) return [titles[phase], '  none'];
    const lines = table.hooks.flatMap((hook) => explainHook(parts, table, hook, request));
    return [titles[phase], ...lines];
  });
}

function explainHook(
  { ledger, now }: ExplainParts,
  table: HookTable,
  hook: CompiledHook,
  request: ExplainedRequest | undefined,
): readonly string[] {
  const { name, configuration, ignoresFailure, timeoutSeconds } = hook.settings;
  const policy = ignoresFailure ? 'is passed over' : 'fails the request';
  const verdict = request === undefined ? '' : ` ${judge(table, hook, request)};`;
  return [
    `  ${name} (${configuration}):${verdict} waits ${timeoutSeconds} s, ${policy} if it fails`,
    ...wordRecord(ledger.of(hook.settings), now()).map((line) => `    ${line}`),
  ];
}

function judge(table: HookTable, hook: CompiledHook, request: ExplainedRequest): string {
  const { resource, operation, subresource, namespaceLabels } = request;
  const found = table.candidates(resource, operation, subresource).all.find(({ compiled }) => compiled === hook);
  const what = subresource === '' ? resource.plural : `${resource.plural}/${subresource}`;
  if (found === undefined) return `not asked, no rule names ${operation} of ${what}`;
  const { namespaceSelector, objectSelector } = hook;
  if (namespaceLabels !== undefined && !matchesLabels(namespaceSelector, namespaceLabels)) {
    return `not asked, the namespace has not the labels ${printLabelSelector(namespaceSelector)}`;
  }
  const version = wordVersion(found, resource);
  if (objectSelector.length === 0) return `asked${version}`;
  return `asked${version} if the object, as it is or was, has the labels ${printLabelSelector(objectSelector)}`;
}

function wordVersion({ target }: Candidate, { group, version }: Resource): string {
  if (target.version === version && target.group === group) return '';
  return ` about the version ${target.group === '' ? target.version : `${target.group}/${target.version}`}`;
}

function wordRecord(record: HookRecord | undefined, nowMs: number): readonly string[] {
  if (record === undefined) return ['not asked since the start of this server'];
  const { calls, denials, failures, mutations, latestMs, lastFailure, lastDenial } = record;
  const sorted = [...latestMs].sort((a, b) => a - b);
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
  return [
    `${calls} calls, ${denials} denials, ${failures} failures, ${mutations} mutations; median ${at(0.5)} ms, p99 ${at(0.99)} ms of the last ${sorted.length}`,
    ...wordLast('failed', lastFailure, nowMs),
    ...wordLast('denied', lastDenial, nowMs),
  ];
}

function wordLast(what: string, last: HookRecord['lastFailure'], nowMs: number): readonly string[] {
  if (last === undefined) return [];
  return [`${what} last ${Math.max(0, Math.round((nowMs - last.atMs) / 1_000))} s ago: ${last.message}`];
}
