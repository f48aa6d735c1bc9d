import { describe, expect, it } from '@jest/globals';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createAuditMetrics, createAuditor } from './auditor.ts';
import { compilePolicy } from './policy/compile-policy.ts';
import { parsePolicy } from './policy/parse-policy.ts';
import type { Arrival, AuditRecord } from './record.ts';

const group = 'audit.k8s.io';

function open(rules: string) {
  const parsed = parsePolicy(`apiVersion: audit.k8s.io/v1\nkind: Policy\n${rules}`, group);
  if (!parsed.ok) throw new Error(parsed.message);
  const decide = compilePolicy(parsed.policy);
  const events: Record<string, unknown>[] = [];
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const auditor = createAuditor({
    decide: () => decide,
    sinks: [{ write: (json) => void events.push(JSON.parse(json) as never), close: () => Promise.resolve() }],
    metrics: createAuditMetrics(metrics, silentLogger),
    group,
  });
  return { auditor, events, metrics };
}

const arrival: Arrival = {
  auditId: 'a-1',
  requestUri: '/api/v1/namespaces/ns/configmaps?x="y"',
  path: '/api/v1/namespaces/ns/configmaps',
  verb: 'create',
  user: { name: 'alice "A"', uid: '7', groups: ['devs'], extra: { scopes: ['a'] } },
  origin: { sourceIps: ['10.0.0.1', '127.0.0.1'], userAgent: 'kubectl/v1 (ü)' },
  object: { resource: 'configmaps', namespace: 'ns', name: '', group: '', version: 'v1', subresource: '' },
  receivedMs: Date.parse('2024-05-01T00:00:00.123Z') + 0.4567,
  hasSecrets: false,
};

function tellAll(record: AuditRecord | undefined): void {
  record?.noteImpersonated({ name: 'bob', groups: ['system:authenticated'] });
  record?.noteName('made');
  record?.annotate({ 'authorization.k8s.io/decision': 'allow' });
  record?.annotate({ 'k8s.io/deprecated': 'true' });
  if (record?.wantsRequest === true) record.noteRequest('{"a":1}');
  if (record?.wantsResponse === true) record.noteResponse('{"b":2}');
  record?.complete(201);
}

describe('an auditor', () => {
  it('writes down a request as it comes and as it ends, as much as the policy says', () => {
    const { auditor, events } = open('rules: [{level: RequestResponse}]');
    tellAll(auditor.begin(arrival));
    const base = {
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'RequestResponse',
      auditID: 'a-1',
      requestURI: arrival.requestUri,
      verb: 'create',
      user: { username: 'alice "A"', uid: '7', groups: ['devs'], extra: { scopes: ['a'] } },
      sourceIPs: ['10.0.0.1', '127.0.0.1'],
      userAgent: 'kubectl/v1 (ü)',
      requestReceivedTimestamp: '2024-05-01T00:00:00.123456Z',
    };
    const objectRef = { resource: 'configmaps', namespace: 'ns', apiVersion: 'v1' };
    expect(events).toEqual([
      { ...base, stage: 'RequestReceived', objectRef, stageTimestamp: '2024-05-01T00:00:00.123456Z' },
      {
        ...base,
        stage: 'ResponseComplete',
        impersonatedUser: { username: 'bob', groups: ['system:authenticated'] },
        objectRef: { resource: 'configmaps', namespace: 'ns', name: 'made', apiVersion: 'v1' },
        responseStatus: { metadata: {}, code: 201 },
        requestObject: { a: 1 },
        responseObject: { b: 2 },
        stageTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        annotations: { 'authorization.k8s.io/decision': 'allow', 'k8s.io/deprecated': 'true' },
      },
    ]);
    expect(Object.keys(events[1] ?? {})).toEqual([
      ...['kind', 'apiVersion', 'level', 'auditID', 'stage', 'requestURI', 'verb', 'user', 'impersonatedUser'],
      ...['sourceIPs', 'userAgent', 'objectRef', 'responseStatus', 'requestObject', 'responseObject'],
      ...['requestReceivedTimestamp', 'stageTimestamp', 'annotations'],
    ]);
  });

  it('takes no bodies below the level of requests, and no answers below that of answers', () => {
    for (const [level, wanted] of [
      ['Metadata', [undefined, undefined]],
      ['Request', [{ a: 1 }, undefined]],
    ] as const) {
      const { auditor, events } = open(`omitStages: [RequestReceived]\nrules: [{level: ${level}}]`);
      tellAll(auditor.begin(arrival));
      expect(events.map(({ requestObject, responseObject }) => [requestObject, responseObject])).toEqual([wanted]);
    }
  });

  it('writes down nothing of a request of no interest, and only counts it', async () => {
    const { auditor, events, metrics } = open('rules: [{level: None}]');
    expect(auditor.begin(arrival)).toBeUndefined();
    expect(events).toEqual([]);
    const { text } = await metrics.print();
    expect(text).toContain('apiserver_audit_level_total{level="None"} 1');
    expect(text).toContain('apiserver_audit_event_total 0');
  });

  it('never takes bodies that hold secrets, nor words that may quote them', () => {
    const { auditor, events } = open('omitStages: [RequestReceived]\nrules: [{level: RequestResponse}]');
    const record = auditor.begin({ ...arrival, hasSecrets: true });
    expect(record).toMatchObject({ wantsRequest: false, wantsResponse: false, level: 'Metadata' });
    record?.noteFailure({ status: 'Failure', message: 'cannot parse "hunter2"', reason: 'BadRequest', details: {} });
    record?.complete(400);
    expect(events).toMatchObject([
      { level: 'Metadata', responseStatus: { metadata: {}, status: 'Failure', reason: 'BadRequest', code: 400 } },
    ]);
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  it('tells when a long answer begins, when nobody waited for one, and when the server failed', () => {
    const { auditor, events } = open('omitStages: [RequestReceived]\nrules: [{level: Metadata}]');
    const watch = auditor.begin(arrival);
    watch?.noteStarted(200);
    watch?.complete(200);
    auditor.begin(arrival)?.complete(undefined);
    const failing = auditor.begin(arrival);
    failing?.notePanic();
    expect(events.map(({ stage, responseStatus }) => [stage, (responseStatus as { code: number }).code])).toEqual([
      ['ResponseStarted', 200],
      ['ResponseComplete', 200],
      ['ResponseComplete', 200],
      ['Panic', 500],
    ]);
  });
});
