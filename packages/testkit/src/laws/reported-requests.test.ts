import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startKeelson, type Keelson } from '../server/start-keelson.ts';

const group = 'deprecation.keelson.io';
const reports = `/apis/${group}/v1alpha1/deprecatedrequests`;
const budgets = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
const quickly = ['--deprecated-request-report-interval=20ms'];

interface Report {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly client: { readonly user: string; readonly userAgent: string; readonly sources: readonly string[] };
  readonly request: { readonly verb: string };
  readonly count: number;
}

async function reportsAt(keelson: Keelson): Promise<Report[]> {
  const { body } = await keelson.ask(reports);
  return (JSON.parse(body) as { items: Report[] }).items;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function groupsIn(keelson: Keelson, accept: string): Promise<string[]> {
  const { body } = await keelson.ask('/apis', { headers: { Accept: accept } });
  const { groups, items } = JSON.parse(body) as {
    groups?: { name: string }[];
    items?: { metadata: { name: string } }[];
  };
  return [...(groups ?? []).map(({ name }) => name), ...(items ?? []).map(({ metadata }) => metadata.name)];
}

const newer = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

describe('Requests for deprecated versions', () => {
  let keelson: Keelson;
  beforeAll(async () => {
    keelson = await startKeelson({ users: [{ name: 'jane' }], flags: quickly });
  });
  afterAll(() => keelson.stop());

  it('are reported with their client, and printed as a table [aid-clients]', async () => {
    for (let time = 0; time < 3; time += 1) await keelson.ask(budgets, { headers: { 'User-Agent': 'old-tool/1' } });
    await until(async () => (await reportsAt(keelson))[0]?.count === 3);
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const { body } = await keelson.ask(reports, { headers: { Accept: accept } });
    const { columnDefinitions, rows } = JSON.parse(body) as {
      columnDefinitions: { name: string }[];
      rows: { cells: unknown[] }[];
    };
    expect(columnDefinitions.map(({ name }) => name)).toEqual([
      ...['Name', 'Client', 'User-Agent', 'Version', 'Resource', 'Verb', 'Removed-In', 'Use-Instead', 'Count'],
      ...['Last-Seen', 'Sources'],
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      [
        ...[expect.stringMatching(/^poddisruptionbudgets-/), 'kubernetes-admin', 'old-tool/1', 'policy/v1beta1'],
        ...['poddisruptionbudgets', 'list', '1.25', 'policy/v1 PodDisruptionBudget', 3],
        ...[expect.stringMatching(/^\d+[sm]/), '127.0.0.1'],
      ],
    ]);
  });

  it('are not reported where the version is not deprecated', async () => {
    await keelson.ask('/apis/policy/v1/namespaces/default/poddisruptionbudgets');
    await keelson.ask(budgets, { headers: { 'User-Agent': 'later/1' } });
    await until(async () => (await reportsAt(keelson)).some(({ client }) => client.userAgent === 'later/1'));
    expect((await reportsAt(keelson)).map(({ request }) => request)).not.toContainEqual(
      expect.objectContaining({ version: 'v1' }),
    );
  });

  it('are reported by the server alone: clients read the reports and delete them', async () => {
    await keelson.ask(budgets);
    await until(async () => (await reportsAt(keelson)).length > 0);
    const [report] = await reportsAt(keelson);
    const path = `${reports}/${report?.metadata.name ?? ''}`;
    const asked = (method: string, at: string) => keelson.ask(at, { method, body: JSON.stringify(report) });
    expect((await asked('POST', reports)).status).toBe(405);
    expect((await asked('PUT', path)).status).toBe(405);
    expect((await asked('PATCH', path)).status).toBe(405);
    expect((await keelson.ask(path, { method: 'DELETE' })).status).toBe(200);
    expect((await keelson.ask(path)).status).toBe(404);
  });

  it('are shown to administrators alone', async () => {
    expect((await keelson.ask(reports, { as: 'jane' })).status).toBe(403);
  });

  it('are a resource that newer clients discover, while the documents of the release stay as they are', async () => {
    expect(await groupsIn(keelson, newer)).toContain(group);
    expect(await groupsIn(keelson, 'application/json')).not.toContain(group);
    expect((await keelson.ask('/openapi/v3')).body).not.toContain(group);
    expect((await keelson.ask(`/apis/${group}/v1alpha1`)).status).toBe(200);
    expect((await keelson.ask('/apis/apiregistration.k8s.io/v1/apiservices')).body).not.toContain(group);
  });

  it('are reviewed by no webhook', async () => {
    const webhook = {
      name: 'all.example.com',
      clientConfig: { url: 'https://127.0.0.1:1/' },
      rules: [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['*'] }],
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    const body = JSON.stringify({ metadata: { name: 'all' }, webhooks: [webhook] });
    expect((await keelson.ask(path, { method: 'POST', body })).status).toBe(201);
    const map = JSON.stringify({ metadata: { generateName: 'm-' } });
    const isRefused = async (): Promise<boolean> =>
      (await keelson.ask('/api/v1/namespaces/default/configmaps', { method: 'POST', body: map })).status === 500;
    await until(isRefused);
    await keelson.ask(budgets, { headers: { 'User-Agent': 'under-webhooks/1' } });
    await until(async () => (await reportsAt(keelson)).some(({ client }) => client.userAgent === 'under-webhooks/1'));
    expect((await keelson.ask(`${path}/all`, { method: 'DELETE' })).status).toBe(200);
  });
});

describe('Reports of deprecated requests', () => {
  it('are kept over a restart, and written when the server stops', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keelson-reports-'));
    try {
      for (const round of [1, 2]) {
        const keelson = await startKeelson({ folder });
        const before = await reportsAt(keelson);
        expect(before.map(({ count }) => count)).toEqual(round === 1 ? [] : [2]);
        for (let time = 0; time < 2; time += 1) await keelson.ask(budgets);
        await keelson.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('are part of all documents once their version is turned on by name', async () => {
    const keelson = await startKeelson({ flags: [`--runtime-config=${group}/v1alpha1=true`] });
    expect(await groupsIn(keelson, 'application/json')).toContain(group);
    expect(await groupsIn(keelson, newer)).toContain(group);
    const index = JSON.parse((await keelson.ask('/openapi/v3')).body) as { paths: Record<string, unknown> };
    expect(Object.keys(index.paths)).toContain(`apis/${group}/v1alpha1`);
    expect((await keelson.ask('/openapi/v2')).body).toContain('io.keelson.deprecation.v1alpha1.DeprecatedRequest');
    await keelson.stop();
  });

  it.each([[`--runtime-config=${group}/v1alpha1=false`], ['--deprecated-request-report-interval=0']])(
    'are not made with %s',
    async (flag) => {
      const keelson = await startKeelson({ flags: [flag] });
      await keelson.ask(budgets);
      expect(await groupsIn(keelson, newer)).toEqual(
        flag.startsWith('--runtime') ? expect.not.arrayContaining([group]) : expect.arrayContaining([group]),
      );
      const { body } = await keelson.ask('/metrics');
      expect(body).not.toContain('keelson_deprecated_request_clients');
      await keelson.stop();
    },
  );
});
