import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { startKeelson } from '../server/start-keelson.ts';

const flags = [
  '--disabled-metrics=apiserver_storage_objects',
  "--allow-metric-labels=apiserver_request_total,verb='GET,LIST'",
];
const [keelson, limited] = await Promise.all([startKeelson(), startKeelson({ flags })]);
afterAll(() => Promise.all([keelson.stop(), limited.stop()]));

const page = await readFile(join(import.meta.dirname, '../../../../docs/metrics.md'), 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, metric = '', type = '', stability = ''] = line.split('|').map((cell) => cell.trim());
  return metric.startsWith('`') ? [[metric.slice(1, -1), type, stability.split(',')[0]]] : [];
});

async function scrape(server = keelson): Promise<string> {
  return (await server.ask('/metrics')).body;
}

describe('the page of metrics', () => {
  it('names what a scrape shows, with its type and class', async () => {
    const text = await scrape();
    const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    const classes = new Map(
      [...text.matchAll(/^# HELP (\w+) (?:\[(\w+)\] )?/gm)].map(([, name = '', of = '']) => [name, of]),
    );
    const shown = [...types].map(([name, type]) => [name, type, classes.get(name)]);
    expect(rows.length).toBeGreaterThan(50);
    expect(shown.sort()).toEqual(rows.sort());
  });
});

describe('metrics of a server', () => {
  it('count who was authenticated, and handshakes that failed', async () => {
    await keelson.ask('/api/v1/namespaces/default');
    const text = await scrape();
    expect(text).toMatch(/^authentication_attempts\{result="success"\} [1-9]/m);
    expect(text).toMatch(/^authenticated_user_requests\{username="other"\} [1-9]/m);
    expect(text).toContain('apiserver_tls_handshake_errors_total 0');
  });

  it('time the calls to the store, by operation and type, and tell its size', async () => {
    const path = '/api/v1/namespaces/default/secrets';
    await keelson.ask(path, { method: 'POST', body: { metadata: { name: 's' } } });
    const text = await scrape();
    expect(text).toContain('etcd_request_duration_seconds_count{operation="create",type="*core.Secret"} 1');
    expect(text).toMatch(/^etcd_db_total_size_in_bytes\{endpoint="embedded"\} [1-9]/m);
  });

  it('are left out where they are disabled, and have no other values of labels than are allowed', async () => {
    await limited.ask('/api/v1/namespaces/default/configmaps', { method: 'POST', body: { metadata: { name: 'a' } } });
    await limited.ask('/api/v1/namespaces/default/configmaps');
    await limited.ask('/api/v1/namespaces/default/configmaps/a');
    const text = await scrape(limited);
    expect(text).not.toContain('apiserver_storage_objects');
    const verbs = [...text.matchAll(/^apiserver_request_total\{.*verb="(\w+)"/gm)].map(([, verb]) => verb);
    expect(new Set(verbs)).toEqual(new Set(['GET', 'LIST', 'unexpected']));
  });

  it('cannot be shown for any release but the previous one', async () => {
    const hidden = startKeelson({ flags: ['--show-hidden-metrics-for-version=1.22'] });
    await expect(hidden).rejects.toThrow(
      "must be omitted or have the value '1.23'. Only the previous minor version is allowed",
    );
    await expect(startKeelson({ flags: ['--allow-metric-labels=apiserver_request_total'] })).rejects.toThrow(
      'is not of the form',
    );
  });
});
