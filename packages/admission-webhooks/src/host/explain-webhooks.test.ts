import { describe, expect, it } from '@jest/globals';

import { HookTable } from '../matching/hook-table.ts';
import { compile, resource, scheme, type Hook } from '../testing/webhooks.ts';
import { explainWebhooks } from './explain-webhooks.ts';
import { createWebhookLedger } from './webhook-ledger.ts';

const pods = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };

function explain(hooks: readonly Hook[]): string {
  let nowMs = 0;
  const ledger = createWebhookLedger(() => nowMs);
  const tables = {
    mutating: new HookTable([], scheme),
    validating: new HookTable(compile(hooks, 'validating'), scheme),
  };
  const hook = { phase: 'validating', uid: 'c/a/0', name: 'a', configuration: 'c' } as const;
  const report = { hook, operation: 'CREATE', seconds: 0.002, code: 200, hasChanged: false } as const;
  ledger.note({ ...report, outcome: 'allowed' });
  ledger.note({ ...report, outcome: 'failed', message: 'EOF' });
  nowMs = 5_000;
  const parts = { ledger, table: (phase: 'mutating' | 'validating') => tables[phase], now: () => nowMs };
  const request = {
    resource: resource('pods'),
    operation: 'CREATE',
    subresource: '',
    namespaceLabels: { env: 'dev' },
  } as const;
  return explainWebhooks(parts, request).join('\n');
}

describe('the webhooks of a request', () => {
  it('are told in order, with the reason for those that are not met, and how each fared', () => {
    const told = explain([
      { name: 'a', rules: [pods], failurePolicy: 'Ignore' },
      { name: 'b', rules: [{ ...pods, resources: ['secrets'] }] },
      { name: 'c', rules: [pods], namespaceSelector: { matchLabels: { env: 'prod' } } },
      { name: 'd', rules: [pods], objectSelector: { matchLabels: { app: 'x' } }, timeoutSeconds: 3 },
    ]);
    expect(told).toBe(
      `
Mutating webhooks, one after the other:
  none
Validating webhooks, all at once:
  a (c): asked; waits 10 s, is passed over if it fails
    2 calls, 0 denials, 1 failures, 0 mutations; median 2.0 ms, p99 2.0 ms of the last 2
    failed last 5 s ago: EOF
  b (c): not asked, no rule names CREATE of pods; waits 10 s, fails the request if it fails
    not asked since the start of this server
  c (c): not asked, the namespace has not the labels env=prod; waits 10 s, fails the request if it fails
    not asked since the start of this server
  d (c): asked if the object, as it is or was, has the labels app=x; waits 3 s, fails the request if it fails
    not asked since the start of this server`.trim(),
    );
  });
});
