/**
 * Bodies of megabytes in the audit log: bounded in memory, on the wire and on the event loop,
 * whatever the sink does.
 */
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import { all, auditedHome } from './support/audited.ts';
import type { Event } from './support/audited.ts';
import { configMaps, counted, make } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { residentMebibytes } from './support/process-use.ts';
import type { Home, Started } from './support/serve.ts';
import { makePki } from './support/tls.ts';

const newHome = useHomes();
const lost = 'apiserver_audit_error_total{plugin="webhook"}';
const megabyte = 1024 * 1024;

let backEnd: Server | undefined;
afterEach(() => {
  backEnd?.closeAllConnections();
  backEnd?.close();
});

interface Received {
  readonly bytes: number;
  /** Parsed where it is not too long for a text. */
  readonly events: readonly Event[];
}

/** A back end over TLS, with the flags that lead to it. */
async function listen(home: Home, answer: 'takes' | 'is silent') {
  const pki = await makePki(home);
  const received: Received[] = [];
  backEnd = createServer(pki.server, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      received.push({ bytes: body.length, events: (JSON.parse(body.toString()) as { items: Event[] }).items });
      if (answer === 'takes') response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => backEnd?.listen(0, '127.0.0.1', resolve));
  const path = join(home.folder, 'audit.kubeconfig');
  const server = `https://127.0.0.1:${String((backEnd.address() as AddressInfo).port)}/audit`;
  const authority = Buffer.from(pki.authority.cert).toString('base64');
  const clusters = [{ name: 'a', cluster: { server, 'certificate-authority-data': authority } }];
  const contexts = [{ name: 'c', context: { cluster: 'a' } }];
  await writeFile(path, JSON.stringify({ 'current-context': 'c', contexts, clusters }));
  return { received, flags: ['--audit-webhook-config-file', path] };
}

async function fill(server: Started, count: number): Promise<void> {
  const data = { k: 'x'.repeat(megabyte) };
  for (let index = 0; index < count; index += 1) {
    await make(server, configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `big-${index}` }, data });
  }
}

const wanted =
  'omitStages: [RequestReceived]\nrules:\n' +
  '- {level: RequestResponse, verbs: [get, list], resources: [{group: "", resources: [configmaps]}]}\n';
const oneOf = (events: readonly Event[], verb: string) => events.filter((event) => event.verb === verb);

describe('a server that is told of large answers', () => {
  it('gets events of lists of any size, without the bodies that would be too large', async () => {
    const home = await newHome();
    const { received, flags } = await listen(home, 'takes');
    // All of them in one batch.
    const batches = ['--audit-webhook-batch-max-size=11', '--audit-webhook-batch-max-wait=100s'];
    const server = await auditedHome(home).startWithout(wanted, ...flags, ...batches);
    await fill(server, 60);
    for (let count = 0; count < 10; count += 1) expect(await server.ask(configMaps)).toMatchObject({ status: 200 });
    expect(await server.ask(`${configMaps}/big-1`)).toMatchObject({ status: 200 });
    const events = () => received.flatMap((batch) => batch.events);
    await eventually(() => expect([oneOf(events(), 'list').length, oneOf(events(), 'get').length]).toEqual([10, 1]));
    for (const { annotations, responseObject } of oneOf(events(), 'list')) {
      expect([annotations?.['audit.k8s.io/truncated'], responseObject]).toEqual(['true', undefined]);
    }
    const [{ responseObject } = {}] = oneOf(events(), 'get');
    expect(responseObject?.metadata).toMatchObject({ name: 'big-1' });
    expect(await counted(server, lost)).toBe(0);
  });

  it('gets many large events in batches of some megabytes', async () => {
    const home = await newHome();
    const { received, flags } = await listen(home, 'takes');
    const server = await auditedHome(home).startWithout(wanted, ...flags, '--audit-webhook-batch-max-wait=1s');
    await fill(server, 1);
    for (let count = 0; count < 40; count += 1) await server.ask(`${configMaps}/big-0`);
    const events = () =>
      oneOf(
        received.flatMap((batch) => batch.events),
        'get',
      );
    await eventually(() => expect(events()).toHaveLength(40));
    for (const { bytes } of received) expect(bytes).toBeLessThan(10.1 * megabyte);
  });

  it('and does not answer costs so much memory and no more', async () => {
    const home = await newHome();
    const { flags } = await listen(home, 'is silent');
    const server = await auditedHome(home).startWithout(wanted, ...flags);
    await fill(server, 1);
    for (let count = 0; count < 50; count += 1) await server.ask(`${configMaps}/big-0`);
    const before = await residentMebibytes(server.process.pid);
    for (let count = 0; count < 750; count += 1) await server.ask(`${configMaps}/big-0`);
    expect((await residentMebibytes(server.process.pid)) - before).toBeLessThan(300);
    expect(await counted(server, lost)).toBeGreaterThan(700);
    expect(server.printed()).toContain('audit events were lost');
    expect(await server.ask('/readyz')).toMatchObject({ status: 200 });
  });

  it('may ask for smaller events', async () => {
    const home = await newHome();
    const { received, flags } = await listen(home, 'takes');
    const small = ['--audit-webhook-truncate-enabled', '--audit-webhook-truncate-max-event-size=5000'];
    const wait = '--audit-webhook-batch-max-wait=300ms';
    const log = ['--audit-log-truncate-enabled', '--audit-log-truncate-max-batch-size=200000'];
    const audited = auditedHome(home);
    const server = await audited.start(all, ...flags, ...small, wait, ...log);
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { k: 'x'.repeat(10_000) } };
    const made = await server.ask(configMaps, { method: 'POST', body });
    const auditId = made.headers['audit-id'];
    const find = () => received.flatMap(({ events }) => events).find(isEnd);
    const isEnd = ({ auditID, stage }: Event): boolean => auditID === auditId && stage === 'ResponseComplete';
    await eventually(() => expect(find()).toMatchObject({ annotations: { 'audit.k8s.io/truncated': 'true' } }));
    expect(find()).not.toHaveProperty('requestObject');
    // The file has the usual limit, below which this one is.
    const [, logged] = await audited.eventsOf(auditId);
    expect(logged).toMatchObject({ requestObject: body, responseObject: { data: body.data } });
  });
});
