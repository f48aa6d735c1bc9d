import { describe, expect, it } from '@jest/globals';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createAuditMetrics, createAuditor } from './auditor.ts';
import { piecesOf } from './attachment.ts';
import { ByteWriter } from './byte-writer.ts';
import { compilePolicy } from './policy/compile-policy.ts';
import { parsePolicy } from './policy/parse-policy.ts';
import type { AuditArrival, AuditRecord } from './record.ts';
import type { EventSource } from './sinks/sink.ts';

const group = 'audit.k8s.io';

function read(source: EventSource, how: 'print' | 'printTruncated' = 'print'): Record<string, unknown> {
  const out = new ByteWriter(Buffer.alloc(8));
  source[how](out);
  const pieces = piecesOf(out.buffer, out.end, out.attached);
  return JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
}

function open(rules: string, how: 'print' | 'printTruncated' = 'print') {
  const parsed = parsePolicy(`apiVersion: audit.k8s.io/v1\nkind: Policy\n${rules}`, group);
  if (!parsed.ok) throw new Error(parsed.message);
  const decide = compilePolicy(parsed.policy);
  const events: Record<string, unknown>[] = [];
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const auditor = createAuditor({
    decide: () => decide,
    sinks: [{ write: (source) => void events.push(read(source, how)), close: () => Promise.resolve() }],
    metrics: createAuditMetrics(metrics, silentLogger),
    group,
  });
  /** Once all of them have been handed on. */
  const all = async (): Promise<readonly Record<string, unknown>[]> => {
    await auditor.close();
    return events;
  };
  return { auditor, events, all, metrics };
}

const arrival: AuditArrival = {
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
  it('writes down a request as it comes and as it ends, as much as the policy says', async () => {
    const { auditor, all } = open('rules: [{level: RequestResponse}]');
    tellAll(auditor.begin(arrival));
    const events = await all();
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

  it('takes no bodies below the level of requests, and no answers below that of answers', async () => {
    for (const [level, wanted] of [
      ['Metadata', [undefined, undefined]],
      ['Request', [{ a: 1 }, undefined]],
    ] as const) {
      const { auditor, all } = open(`omitStages: [RequestReceived]\nrules: [{level: ${level}}]`);
      tellAll(auditor.begin(arrival));
      const events = await all();
      expect(events.map(({ requestObject, responseObject }) => [requestObject, responseObject])).toEqual([wanted]);
    }
  });

  it('leaves out bodies where that is asked for, and says so', async () => {
    for (const rules of ['rules: [{level: RequestResponse}]', 'rules: [{level: Metadata}]']) {
      const { auditor, all } = open(rules, 'printTruncated');
      tellAll(auditor.begin(arrival));
      const [, complete] = await all();
      expect(complete).toMatchObject({
        responseStatus: { code: 201 },
        annotations: {
          'audit.k8s.io/truncated': 'true',
          'authorization.k8s.io/decision': 'allow',
          'k8s.io/deprecated': 'true',
        },
      });
      expect(Object.keys(complete ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/Object$/)]));
    }
  });

  it('keeps no bodies that are larger than an event may be', async () => {
    const whole = Buffer.from(JSON.stringify('x'.repeat(6 * 1024 * 1024)));
    for (const [request, response] of [
      [whole, [whole]],
      ['{}', [whole, whole]],
      [Buffer.concat([whole, whole]), '{}'],
    ] as const) {
      const { auditor, all } = open('omitStages: [RequestReceived]\nrules: [{level: RequestResponse}]');
      const record = auditor.begin(arrival);
      record?.noteRequest(request);
      record?.noteResponse(response);
      record?.complete(200);
      const [event] = await all();
      expect(event).toMatchObject({ annotations: { 'audit.k8s.io/truncated': 'true' } });
      expect([event?.['requestObject'], event?.['responseObject']]).toEqual([undefined, undefined]);
    }
  });

  it('takes bodies as bytes, in one or more pieces', async () => {
    const { auditor, all } = open('omitStages: [RequestReceived]\nrules: [{level: RequestResponse}]');
    const record = auditor.begin(arrival);
    const long = 'ü'.repeat(10_000);
    record?.noteRequest(Buffer.from(JSON.stringify({ long })));
    record?.noteResponse(['{"items":[', JSON.stringify(long), ']}'].map((text) => Buffer.from(text)));
    record?.complete(200);
    expect(await all()).toMatchObject([{ requestObject: { long }, responseObject: { items: [long] } }]);
  });

  it('writes down nothing of a request of no interest, and only counts it', async () => {
    const { auditor, all, metrics } = open('rules: [{level: None}]');
    expect(auditor.begin(arrival)).toBeUndefined();
    expect(await all()).toEqual([]);
    const { text } = await metrics.print();
    expect(text).toContain('apiserver_audit_level_total{level="None"} 1');
    expect(text).toContain('apiserver_audit_event_total 0');
  });

  it('never takes bodies that hold secrets, nor words that may quote them', async () => {
    const { auditor, all } = open('omitStages: [RequestReceived]\nrules: [{level: RequestResponse}]');
    const record = auditor.begin({ ...arrival, hasSecrets: true });
    expect(record).toMatchObject({ wantsRequest: false, wantsResponse: false, level: 'Metadata' });
    record?.noteFailure({ status: 'Failure', message: 'cannot parse "hunter2"', reason: 'BadRequest', details: {} });
    record?.complete(400);
    const events = await all();
    expect(events).toMatchObject([
      { level: 'Metadata', responseStatus: { metadata: {}, status: 'Failure', reason: 'BadRequest', code: 400 } },
    ]);
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  it('tells when a long answer begins, when nobody waited for one, and when the server failed', async () => {
    const { auditor, all } = open('omitStages: [RequestReceived]\nrules: [{level: Metadata}]');
    const watch = auditor.begin(arrival);
    watch?.noteStarted(200);
    watch?.complete(200);
    auditor.begin(arrival)?.complete(undefined);
    const failing = auditor.begin(arrival);
    failing?.notePanic();
    const stages = (await all()).map(({ stage, responseStatus }) => [stage, (responseStatus as { code: number }).code]);
    expect(stages).toEqual([
      ['ResponseStarted', 200],
      ['ResponseComplete', 200],
      ['ResponseComplete', 200],
      ['Panic', 500],
    ]);
  });

  it('tells in each event what was known then, though it is printed a little later', async () => {
    const { auditor, events, all } = open('rules: [{level: RequestResponse}]');
    const record = auditor.begin(arrival);
    record?.annotate({ a: '1' });
    record?.noteStarted(200);
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseStarted']);
    record?.noteImpersonated({ name: 'bob', groups: [] });
    record?.noteName('made');
    record?.annotate({ b: 'ü' });
    record?.complete(200);
    const told = (await all()).map(({ impersonatedUser, objectRef, annotations }) => [
      impersonatedUser,
      (objectRef as { name?: string }).name,
      annotations,
    ]);
    expect(told).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, { a: '1' }],
      [{ username: 'bob' }, 'made', { a: '1', b: 'ü' }],
    ]);
  });

  it('hands on what there is within moments, and keeps the order', async () => {
    const { auditor, events } = open('rules: [{level: Metadata}]');
    const [first, second] = ['1', '2'].map((auditId) => auditor.begin({ ...arrival, auditId }));
    second?.complete(200);
    first?.complete(201);
    while (events.length < 4) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(events.map(({ auditID, stage }) => [auditID, stage])).toEqual([
      ['1', 'RequestReceived'],
      ['2', 'RequestReceived'],
      ['2', 'ResponseComplete'],
      ['1', 'ResponseComplete'],
    ]);
    for (let count = 0; count < 200; count += 1) auditor.begin(arrival)?.complete(200);
    // Not more of them than it takes to be worth it.
    expect(events.length).toBeGreaterThan(200);
  });
});
