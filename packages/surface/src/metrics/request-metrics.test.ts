import { describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';
import { NodeIncoming } from '@keelson/http';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createFindRoute } from '../request/route.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { listen } from '../documents/testing/serve-documents.ts';

async function measure(requests: readonly (readonly [method: string, path: string])[]): Promise<string> {
  const scheme = createApiScheme();
  const findRoute = createFindRoute({ scheme, isServed: () => true });
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const { onRequest, watchEvents } = createRequestMetrics({
    metrics,
    release: '1.24',
    inFlight: { peak: (kind, phase) => (kind === 'mutating' ? 2 : 5) + (phase === 'waiting' ? 1 : 0) },
    validatesFields: true,
    storedObjects: () => [['jobs.batch', 7]],
  });
  watchEvents({ group: 'batch', version: 'v1', kind: 'Job' }).add([
    { length: 1_000 },
    { length: 3_000 },
    { length: 9_000 },
  ]);
  const served = await listen((incoming, response) => {
    const found = findRoute(incoming.method ?? '', incoming.url ?? '/');
    if (!found.ok) throw new Error(found.message);
    onRequest(new NodeIncoming(incoming), found.route.info, response);
    response.setHeader('Content-Length', 5);
    response.end('hello');
  });
  for (const [method, path] of requests) await served.ask(path, { method });
  await served.close();
  return (await metrics.print()).text;
}

const jobs = '/apis/batch/v1/namespaces/a/jobs';

describe('the metrics of requests', () => {
  it('tell what was asked for, in the labels that dashboards know', async () => {
    const text = await measure([
      ['GET', jobs],
      ['GET', jobs],
      ['GET', `${jobs}?watch=1`],
      ['GET', '/apis/batch/v1/jobs'],
      ['PUT', `${jobs}/b/status`],
      ['POST', `${jobs}?dryRun=All`],
      ['GET', '/livez/ping'],
    ]);
    const total = (rest: string) => expect(text).toContain(`apiserver_request_total{code="200",${rest}`);
    const job = 'group="batch",resource="jobs"';
    total(`component="apiserver",dry_run="",${job},scope="namespace",subresource="",verb="LIST",version="v1"} 2`);
    total(`component="apiserver",dry_run="",${job},scope="namespace",subresource="",verb="WATCH",version="v1"} 1`);
    total(`component="apiserver",dry_run="",${job},scope="cluster",subresource="",verb="LIST",version="v1"} 1`);
    total(`component="apiserver",dry_run="",${job},scope="resource",subresource="status",verb="PUT",version="v1"} 1`);
    total(`component="apiserver",dry_run="All",${job},scope="resource",subresource="",verb="POST",version="v1"} 1`);
    total('component="",dry_run="",group="",resource="",scope="",subresource="/livez",verb="GET",version=""} 1');
  });

  it('count connections by their own verb, whatever their method, among what stays open', async () => {
    const text = await measure([
      ['GET', '/api/v1/namespaces/a/pods/b/log'],
      ['POST', '/api/v1/namespaces/a/pods/b/exec?command=ls'],
    ]);
    const labels = (subresource: string) =>
      `group="",resource="pods",scope="resource",subresource="${subresource}",verb="CONNECT",version="v1"`;
    for (const subresource of ['log', 'exec']) {
      expect(text).toContain(`component="apiserver",dry_run="",${labels(subresource)}} 1`);
      expect(text).toContain(`apiserver_longrunning_requests{component="apiserver",${labels(subresource)}} 0`);
    }
    expect(text).not.toMatch(/^apiserver_request_slo_duration_seconds_count\{.*CONNECT/m);
  });

  it('tell a dry run of an object from what is meant', async () => {
    const text = await measure([
      ['PUT', `${jobs}/b`],
      ['PUT', `${jobs}/b?dryRun=All`],
      ['PUT', `${jobs}/c`],
    ]);
    const put = (dryRun: string) =>
      `code="200",component="apiserver",dry_run="${dryRun}",group="batch",resource="jobs",scope="resource",subresource="",verb="PUT",version="v1"`;
    expect(text).toContain(`apiserver_request_total{${put('')}} 2`);
    expect(text).toContain(`apiserver_request_total{${put('All')}} 1`);
  });

  it('tell what is to become of unknown fields', async () => {
    const text = await measure([
      ['PUT', `${jobs}/b`],
      ['PUT', `${jobs}/b?fieldValidation=Strict`],
      ['PUT', `${jobs}/b?fieldValidation=Strict`],
      ['PUT', `${jobs}/b?fieldValidation=strict`],
    ]);
    const count = (value: string) =>
      `field_validation_request_duration_seconds_count{enabled="true",field_validation="${value}"}`;
    expect(text).toContain(`${count('')} 1`);
    expect(text).toContain(`${count('Strict')} 2`);
    expect(text).toContain(`${count('invalid')} 1`);
  });

  it('measure time, and the sizes of what is read', async () => {
    const text = await measure([
      ['GET', jobs],
      ['DELETE', jobs],
    ]);
    expect(text).toMatch(/apiserver_request_duration_seconds_bucket\{[^}]*verb="DELETECOLLECTION"[^}]*le="60"\} 1/);
    expect(text).toMatch(/apiserver_response_sizes_sum\{[^}]*verb="LIST"[^}]*\} 5/);
    expect(text).not.toMatch(/apiserver_response_sizes_sum\{[^}]*verb="DELETECOLLECTION"/);
  });

  it('name deprecated versions that somebody still calls', async () => {
    const text = await measure([
      ['GET', '/apis/node.k8s.io/v1beta1/runtimeclasses'],
      ['GET', '/apis/node.k8s.io/v1/runtimeclasses'],
    ]);
    expect(text.split('\n').filter((line) => line.startsWith('apiserver_requested_deprecated_apis'))).toEqual([
      'apiserver_requested_deprecated_apis{group="node.k8s.io",removed_release="1.25",resource="runtimeclasses",subresource="",version="v1beta1"} 1',
    ]);
  });

  it('are collected of what others count', async () => {
    const text = await measure([]);
    expect(text).toContain('apiserver_current_inflight_requests{request_kind="readOnly"} 5');
    expect(text).toContain('apiserver_current_inqueue_requests{request_kind="mutating"} 3');
    expect(text).toContain('apiserver_storage_objects{resource="jobs.batch"} 7');
    expect(text).toContain('apiserver_watch_events_total{group="batch",kind="Job",version="v1"} 3');
    expect(text).toContain('apiserver_watch_events_sizes_bucket{group="batch",kind="Job",version="v1",le="4096"} 2');
    expect(text).toContain('apiserver_watch_events_sizes_sum{group="batch",kind="Job",version="v1"} 13000');
  });

  it('have few values, whatever is sent', async () => {
    const text = await measure([...Array(20).keys()].map((each) => ['GET', `/nosuch-${each}?dryRun=${each}`] as const));
    const lines = text.split('\n').filter((line) => line.startsWith('apiserver_request_total'));
    expect(lines).toHaveLength(1);
  });
});
