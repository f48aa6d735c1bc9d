import { it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { applyDefaults, decodeJson, mergeStructureOf, encodeJson, stringifyJson } from '@keelson/schema';
import { fieldManager, namedFields, applyJsonPatch, applyMergePatch, applyStrategicMergePatch, keepTimes } from './index.ts';
const scheme = createApiScheme();
function canon(m: any, o: any): any { const d = decodeJson(m, o); if (!d.ok) throw new Error(d.message); applyDefaults(m, d.object as any); return d.object; }
function bench(name: string, f: () => unknown) {
  for (let i = 0; i < 3000; i++) f();
  const best = Math.min(...[1, 2, 3, 4, 5].map(() => { const t = process.hrtime.bigint(); for (let i = 0; i < 2000; i++) f(); return Number(process.hrtime.bigint() - t) / 2000 / 1000; }));
  console.log(name, best.toFixed(1), 'us');
}
it('bench', () => {
  const r: any = scheme.resource('batch', 'v1', 'jobs');
  const fm = fieldManager({ apiVersion: 'batch/v1', kind: 'Job', structure: mergeStructureOf(r.message), message: r.message, resetFields: { '': namedFields([['status']]) } });
  const cfg = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a', namespace: 'x', labels: { app: 'a', tier: 'b' } }, spec: { parallelism: 2, completions: 4, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'busybox', args: ['a', 'b'], env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }], ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1', memory: '1Gi' } }, volumeMounts: [{ name: 'v', mountPath: '/v' }] }], volumes: [{ name: 'v', emptyDir: {} }], restartPolicy: 'Never' } } } };
  const created: any = fm.recordUpdate({ next: canon(r.message, cfg), sent: cfg, manager: 'kubectl-create', time: '2026-01-01T00:00:00Z' }).object;
  const text = encodeJson(r.message, created); console.log('size', text.length);
  const reread = () => JSON.parse(text);
  const changed = canon(r.message, JSON.parse(text)); changed.spec.parallelism = 3;
  const live = reread();
  bench('create job', () => fm.recordUpdate({ next: canon(r.message, cfg), sent: cfg, manager: 'k', time: '2026-01-01T00:00:00Z' }));
  bench('  of which decode', () => canon(r.message, cfg));
  bench('update job one field', () => fm.recordUpdate({ live, next: changed, sent: changed, manager: 'other', time: '2026-01-01T00:00:01Z' }));
  bench('update job nothing', () => fm.recordUpdate({ live, next: canon(r.message, live), manager: 'other', time: '2026-01-01T00:00:01Z' }));
  const a1: any = fm.apply({ live, config: cfg, manager: 'm', time: '2026-01-01T00:00:01Z' }); if (!a1.ok) throw new Error(a1.message);
  const applied = canon(r.message, a1.value.object);
  const cfg2 = structuredClone(cfg); cfg2.spec.parallelism = 9; const cfg3: any = structuredClone(cfg); delete cfg3.spec.template.spec.containers[0].env[1]; cfg3.spec.template.spec.containers[0].env.length = 1;
  bench('apply job no-op', () => fm.apply({ live: applied, config: cfg, manager: 'm', time: '2026-01-01T00:00:02Z' }));
  bench('apply job change 1', () => fm.apply({ live: applied, config: cfg2, manager: 'm', force: true, time: '2026-01-01T00:00:02Z' }));
  bench('apply job give up 1', () => fm.apply({ live: applied, config: cfg3, manager: 'm', force: true, time: '2026-01-01T00:00:02Z' }));
  const pr: any = scheme.resource('', 'v1', 'pods');
  const pm = fieldManager({ apiVersion: 'v1', kind: 'Pod', structure: mergeStructureOf(pr.message), message: pr.message, resetFields: { '': namedFields([['status']]) } });
  const cont = (n: number) => ({ ...cfg.spec.template.spec.containers[0], name: 'c' + n });
  const pod = (cs: any[]) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: cs, volumes: [{ name: 'v', emptyDir: {} }] } });
  let pl: any = undefined;
  for (const [m, cs] of [['a', [cont(0), cont(1), cont(2)]], ['b', [cont(2), cont(3)]], ['c', [cont(4)]]] as any) { const o: any = pm.apply({ live: pl, config: pod(cs), manager: m, time: '2026-01-01T00:00:02Z' }); if (!o.ok) throw new Error(o.message); pl = canon(pr.message, o.value.object); }
  const pcfg = pod([{ ...cont(0), image: 'new' }, cont(1)]);
  bench('apply pod 5 containers 3 managers (change + give up)', () => pm.apply({ live: pl, config: pcfg, manager: 'a', time: '2026-01-01T00:00:02Z' }));
  bench('apply pod no-op', () => pm.apply({ live: pl, config: pod([cont(0), cont(1), cont(2)]), manager: 'a', time: '2026-01-01T00:00:02Z' }));
  const cm: any = scheme.resource('', 'v1', 'configmaps');
  const cmm = fieldManager({ apiVersion: 'v1', kind: 'ConfigMap', structure: mergeStructureOf(cm.message), message: cm.message });
  const cc: any = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: Object.fromEntries(Array.from({ length: 20 }, (_, i) => ['k' + i, 'v'.repeat(40)])) };
  const cl = canon(cm.message, (cmm.apply({ config: cc, manager: 'm', time: '2026-01-01T00:00:02Z' }) as any).value.object);
  const cc2 = { ...cc, data: { ...cc.data, k3: 'x' } }; const cn = canon(cm.message, { ...cl, data: cc2.data });
  bench('update 1KB configmap', () => cmm.recordUpdate({ live: cl, next: cn, manager: 'm', time: '2026-01-01T00:00:03Z' }));
  bench('apply 1KB configmap', () => cmm.apply({ live: cl, config: cc2, manager: 'm', time: '2026-01-01T00:00:03Z' }));
  bench('apply 1KB configmap noop', () => cmm.apply({ live: cl, config: cc, manager: 'm', time: '2026-01-01T00:00:03Z' }));
  bench('decode cm', () => canon(cm.message, cc2));
  bench('smp job', () => applyStrategicMergePatch(live, { spec: { template: { spec: { containers: [{ name: 'c', image: 'x' }] } } } }, mergeStructureOf(r.message)));
  const ops = Array.from({ length: 10000 }, () => ({ op: 'test', path: '/spec/parallelism', value: 2 }));
  const t = process.hrtime.bigint(); applyJsonPatch(live, ops); console.log('10k ops', Number(process.hrtime.bigint() - t) / 1e6, 'ms');
});
