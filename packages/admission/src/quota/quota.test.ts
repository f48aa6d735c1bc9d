import { describe, expect, it } from '@jest/globals';
import { createApiScheme, type ResourceQuota } from '@keelson/api';
import { conflict, serviceUnavailable, type Status } from '@keelson/meta';
import { applyDefaults, decodeJson } from '@keelson/schema';

import type { AdmissionObject, AdmissionRequest } from '../plugin.ts';
import type { LimitedResource } from './limited-resources.ts';
import type { KnownQuota, QuotaStore } from './quota-store.ts';
import { resourceQuota } from './resource-quota.ts';

const scheme = createApiScheme();

type Record_ = Readonly<Record<string, string>>;

/** A quota store that detects conflicts by revision, as the store of a server does. */
class Quotas implements QuotaStore {
  readonly #quotas = new Map<string, KnownQuota>();
  writes = 0;
  /** Called before each write: a place for the write of another replica. */
  before: (name: string) => void = () => undefined;
  fault: Status | undefined;
  readonly #stale = new Map<string, KnownQuota>();

  set(name: string, hard: Record_, used: Record_ | undefined, spec: object = {}): this {
    const revision = (this.#quotas.get(name)?.revision ?? 0) + 1;
    const object = { metadata: { name, namespace: 'default' }, spec: { hard, ...spec }, status: { hard, used } };
    this.#quotas.set(name, { object: object as unknown as ResourceQuota, revision });
    return this;
  }

  used(name: string): Record_ {
    return this.#quotas.get(name)?.object.status.used ?? {};
  }

  /** From now on `inNamespace` returns the present versions, as a watch cache that lags does. */
  freeze(): void {
    for (const [name, quota] of this.#quotas) this.#stale.set(name, quota);
  }

  mayHave(): boolean {
    return this.#quotas.size > 0;
  }

  inNamespace(): readonly KnownQuota[] {
    return [...this.#quotas].map(([name, quota]) => this.#stale.get(name) ?? quota);
  }

  mostRecent(_: string, name: string): Promise<KnownQuota | undefined> {
    return Promise.resolve(this.#quotas.get(name));
  }

  async write({ object, revision }: KnownQuota, used: Record_) {
    const { name = '' } = object.metadata;
    await Promise.resolve();
    this.before(name);
    this.writes += 1;
    if (this.fault !== undefined) return { ok: false as const, status: this.fault };
    if (this.#quotas.get(name)?.revision !== revision) {
      return { ok: false as const, status: conflict({ group: '', resource: 'resourcequotas' }, name) };
    }
    const changed = { ...object, status: { ...object.status, used } };
    this.#quotas.set(name, { object: changed, revision: revision + 1 });
    return { ok: true as const, revision: revision + 1 };
  }
}

interface Asking {
  readonly limited?: readonly LimitedResource[];
  readonly old?: object;
  readonly isDryRun?: boolean;
  readonly subresource?: string;
}

function requestOf(json: object, { old, isDryRun = false, subresource }: Asking): AdmissionRequest {
  const { kind } = json as { readonly kind: string };
  const resource = scheme.resources().find((each) => each.kind === kind);
  if (resource === undefined) throw new Error(`there is no ${kind}`);
  const read = (given: object) => {
    const decoded = decodeJson(resource.message, given as never);
    if (!decoded.ok) throw new Error(decoded.message);
    applyDefaults(resource.message, decoded.object);
    return decoded.object as AdmissionObject;
  };
  return {
    operation: old === undefined ? 'create' : 'update',
    place: { resource, namespace: 'default', ...(subresource !== undefined && { subresource }) },
    object: read(json),
    ...(old !== undefined && { old: read(old) }),
    isDryRun,
    caller: { user: { name: 'tester', groups: [] } },
    warn: () => undefined,
  };
}

function opened(store: Quotas, limited?: readonly LimitedResource[]) {
  const plugin = resourceQuota({ store, limited, nowMs: () => 0 });
  return async (json: object, asking: Asking = {}): Promise<string | undefined> => {
    const request = requestOf(json, asking);
    if (plugin.concerns?.(request) === false) return undefined;
    return (await plugin.validate?.(request))?.message;
  };
}

const configMap = (name: string) => ({ kind: 'ConfigMap', metadata: { name } });
const pod = (name: string, requests: object = {}, spec: object = {}) => ({
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests } }], ...spec },
});

describe('a quota', () => {
  it('is charged for what is let through, and refuses what goes beyond it', async () => {
    const store = new Quotas().set(
      'q',
      { 'count/configmaps': '1', configmaps: '5' },
      { 'count/configmaps': '0', configmaps: '0' },
    );
    const ask = opened(store);
    expect(await ask(configMap('a'))).toBeUndefined();
    expect(store.used('q')).toEqual({ 'count/configmaps': '1', configmaps: '1' });
    expect(await ask(configMap('b'))).toBe(
      'configmaps "b" is forbidden: exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
    );
  });

  it('is written once for all requests that wait together, and lets no more through than it has', async () => {
    const store = new Quotas().set('q', { configmaps: '40' }, { configmaps: '0' });
    const ask = opened(store);
    const answers = await Promise.all(Array.from({ length: 64 }, (_, at) => ask(configMap(`c${at}`))));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(40);
    expect(store.used('q')).toEqual({ configmaps: '40' });
    expect(store.writes).toBeLessThanOrEqual(2);
  });

  it('that others charge meanwhile is read again, and not charged beyond its limit', async () => {
    const store = new Quotas().set('q', { configmaps: '10' }, { configmaps: '0' });
    let others = 0;
    store.before = () => {
      if (others >= 7) return;
      others += 1;
      store.set('q', { configmaps: '10' }, { configmaps: String(others) });
    };
    const ask = opened(store);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => ask(configMap(`c${at}`))));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(3);
    expect(store.used('q')).toEqual({ configmaps: '10' });
  });

  it('is charged on what is stored, where memory lags behind', async () => {
    const store = new Quotas().set('q', { configmaps: '2' }, { configmaps: '0' });
    store.freeze();
    const ask = opened(store);
    expect(await ask(configMap('a'))).toBeUndefined();
    expect(await ask(configMap('b'))).toBeUndefined();
    expect(await ask(configMap('c'))).toContain('exceeded quota');
  });

  it('is one of several, which all have to have room', async () => {
    const store = new Quotas()
      .set('q', { configmaps: '2' }, { configmaps: '0' })
      .set('r', { configmaps: '1' }, { configmaps: '0' });
    const ask = opened(store);
    expect(await ask(configMap('a'))).toBeUndefined();
    expect([store.used('q'), store.used('r')]).toEqual([{ configmaps: '1' }, { configmaps: '1' }]);
    expect(await ask(configMap('b'))).toContain('exceeded quota: r,');
    expect(store.used('q')).toEqual({ configmaps: '1' });
  });

  it('that cannot be charged lets nothing through', async () => {
    const store = new Quotas().set('q', { configmaps: '2' }, { configmaps: '0' });
    store.fault = serviceUnavailable('the store is away');
    expect(await opened(store)(configMap('a'))).toBe('the store is away');
  });

  it('is not charged by a dry run, which it refuses all the same', async () => {
    const store = new Quotas().set('q', { configmaps: '1' }, { configmaps: '0' });
    const ask = opened(store);
    expect(await ask(configMap('a'), { isDryRun: true })).toBeUndefined();
    expect(store.writes).toBe(0);
    await ask(configMap('a'));
    expect(await ask(configMap('b'), { isDryRun: true })).toContain('exceeded quota');
  });

  it('whose use is not known refuses what it is about', async () => {
    const store = new Quotas().set('q', { configmaps: '1', secrets: '1' }, { secrets: '0' });
    expect(await opened(store)(configMap('a'))).toBe(
      'configmaps "a" is forbidden: status unknown for quota: q, resources: configmaps',
    );
  });

  it('of compute resources has pods state what they ask for', async () => {
    const hard = { cpu: '5', 'limits.cpu': '2', 'requests.memory': '2Gi', pods: '3' };
    const used = { cpu: '0', 'limits.cpu': '0', 'requests.memory': '0', pods: '0' };
    const ask = opened(new Quotas().set('q', hard, used));
    expect(await ask(pod('c', { memory: '1Gi' }))).toBe(
      'pods "c" is forbidden: failed quota: q: must specify cpu for: c; limits.cpu for: c',
    );
  });

  it('has no say in objects outside of its scopes', async () => {
    const store = new Quotas().set('q', { pods: '0' }, { pods: '0' }, { scopes: ['Terminating'] });
    const ask = opened(store);
    expect(await ask(pod('a'))).toBeUndefined();
    expect(await ask(pod('a', {}, { activeDeadlineSeconds: 5 }))).toContain('exceeded quota: q, requested: pods=1');
  });

  it('is charged for what an update adds, of kinds whose use changes', async () => {
    const service = (type: string) => ({
      kind: 'Service',
      metadata: { name: 'a' },
      spec: { type, ports: [{ port: 80 }] },
    });
    const hard = { services: '1', 'services.nodeports': '1', 'services.loadbalancers': '0' };
    const store = new Quotas().set('q', hard, {
      services: '1',
      'services.nodeports': '0',
      'services.loadbalancers': '0',
    });
    const ask = opened(store);
    expect(await ask(service('NodePort'), { old: service('ClusterIP') })).toBeUndefined();
    expect(store.used('q')).toMatchObject({ services: '1', 'services.nodeports': '1' });
    expect(await ask(service('ClusterIP'), { old: service('NodePort') })).toBeUndefined();
    expect(await ask(service('LoadBalancer'), { old: service('NodePort') })).toBe(
      'services "a" is forbidden: exceeded quota: q, requested: services.loadbalancers=1, used: services.loadbalancers=0, limited: services.loadbalancers=0',
    );
    expect(await ask(configMap('a'), { old: configMap('a') })).toBeUndefined();
    expect(await ask(service('LoadBalancer'), { old: service('NodePort'), subresource: 'status' })).toBeUndefined();
  });
});

describe('a resource that is limited', () => {
  const limited = (more: Partial<LimitedResource>): readonly LimitedResource[] => [
    { group: '', plural: 'pods', matchContains: [], matchScopes: [], ...more },
  ];

  it('may not be used where no quota covers it', async () => {
    const store = new Quotas();
    const ask = opened(store, limited({ matchContains: ['requests.cpu'] }));
    expect(await ask(pod('a', { cpu: '1' }))).toBe(
      'pods "a" is forbidden: insufficient quota to consume: requests.cpu',
    );
    expect(await ask(pod('a', { memory: '1' }))).toBeUndefined();
    store.set('q', { 'requests.cpu': '2' }, { 'requests.cpu': '0' });
    expect(await ask(pod('a', { cpu: '1' }))).toBeUndefined();
  });

  it('may be limited to scopes', async () => {
    const scope = { scopeName: 'PriorityClass', operator: 'In', values: ['high', 'higher'] };
    const store = new Quotas();
    const ask = opened(store, limited({ matchScopes: [scope] }));
    const high = pod('a', {}, { priorityClassName: 'high' });
    expect(await ask(high)).toBe('insufficient quota to match these scopes: [{PriorityClass In [high higher]}]');
    expect(await ask(pod('a'))).toBeUndefined();
    store.set('q', { pods: '2' }, { pods: '0' }, { scopeSelector: { matchExpressions: [scope] } });
    expect(await ask(high)).toBeUndefined();
    expect(store.used('q')).toEqual({ pods: '1' });
  });
});
