import { readFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { catalog, createApiScheme } from '@keelson/api';
import { applyDefaults, decodeJson, mergeStructureOf, parseJson, parseYaml } from '@keelson/schema';
import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch, fieldManager, keepTimes, managerName, namedFields, findRestoreProblem } from './index.ts';

const scheme = createApiScheme();
const base = '/work/shared/transcripts/visible/';
const areas = (process.env.AREAS ?? 'apply,managed-fields,patch-json,patch-merge,patch-strategic,concurrency,csinode,runtimeclass,job,pod,configmap,dryrun,storageclass,flowschema,rbac-types,secret,clusterrole').split(',');
let clock = 0;
function now() { return new Date(1.7e12 + 1000 * clock++).toISOString().replace('.000Z', 'Z'); }
function typeOf(res: any, sub: string) {
  const spec = namedFields([['status']]);
  const rest = namedFields([...mergeStructureOf(res.message).fields.keys()].filter((k) => !['kind', 'apiVersion', 'metadata', 'status'].includes(k)).map((k) => [k]));
  const av = res.group ? res.group + '/' + res.version : res.version;
  const others = scheme.versionsOf(res);
  return { apiVersion: av, kind: res.kind, structure: mergeStructureOf(res.message), message: res.message, resetFields: res.subresources?.status ? { '': spec, status: rest } : {},
    versions: { structureOf: (v: string) => { const o = others.find((r: any) => (r.group ? r.group + '/' + r.version : r.version) === v); return o && mergeStructureOf(o.message); }, convert: (o: any) => o } };
}
const report: string[] = [];
let ok = 0;
function strip(mf: any) { return (mf ?? []).map((m: any) => ({ ...m, time: m.time ? 1 : undefined })).map((m: any) => JSON.stringify(Object.fromEntries(Object.entries(m).sort()))).sort(); }
function canon(res: any, o: any) {
  const d = decodeJson(res.message, o as any); if (!d.ok) return d; applyDefaults(res.message, d.object as any); return d;
}
function setPath(o: any, ptr: string, v: any) { const ks = ptr.split('/').slice(1).map((k) => k.replace(/~1/g, '/').replace(/~0/g, '~')); const l = ks.pop()!; let at = o; for (const k of ks) at = at[k] ??= {}; if (v === undefined) { if (Array.isArray(at)) at.splice(Number(l), 1); else delete at[l]; } else at[l] = v; }

it('replays', () => {
  for (const area of areas) {
    const d = JSON.parse(readFileSync(base + area + '.json', 'utf8'));
    for (const s of d.sequences) {
      const store = new Map<string, any>(); const saved: any = {};
      for (const st of s.steps) {
        const [method, url] = st.request.split(' ');
        const u = new URL('http://x' + url);
        const m = /^\/(?:api\/(v1)|apis\/([^/]+)\/([^/]+))(?:\/namespaces\/([^/]+))?\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/.exec(u.pathname);
        if (!m) continue;
        const res: any = scheme.resource(m[2] ?? '', m[1] ?? m[3]!, m[5]!);
        if (!res) continue;
        let body = st.body; const bodyText = st.text;
        if (body && body.$repeat) body = Array.from({ length: body.$repeat[1] }, () => body.$repeat[0]);
        const r = st.response ?? {};
        const wantMf = r.metadata?.managedFields ?? r['/metadata/managedFields'];
        const wantMsg = r.message ?? r['/message'];
        const name = m[6] ?? body?.metadata?.name; const sub = m[7] ?? '';
        const key = (m[2]??'') + m[5] + '/' + m[4] + '/' + name;
        const live = store.get(key);
        const ct = st.headers?.['Content-Type'];
        const mgr = managerName(u.searchParams.get('fieldManager') ?? undefined, 'User-Agent' in (st.headers ?? {}) ? st.headers['User-Agent'] ?? '' : 'apitest/1');
        if (sub && sub !== 'status' && sub !== 'scale') continue;
        const fm = fieldManager(typeOf(res, sub) as any);
        const dry = u.searchParams.has('dryRun');
        let next: any; let msg: string | undefined;
        const finishNew = (obj: any) => { const md = obj.metadata; if (!md.uid) md.uid = 'u' + key; md.namespace = m[4] ?? md.namespace; md.creationTimestamp ??= now(); return obj; };
        try {
          if (method === 'POST' || method === 'PUT') {
            if (body?.$copy) { const c = structuredClone([...store.values()].at(-1)); for (const k of body.$unset ?? []) setPath(c, k, undefined); for (const [k, v] of Object.entries(body.$set ?? {})) setPath(c, k, v); body = c; }
            if (!body) continue;
            const clr = Array.isArray(body.metadata?.managedFields) && body.metadata.managedFields.length === 0;
            const dd = canon(res, body); if (!dd.ok) continue;
            const o: any = dd.object;
            
            if (st.status >= 400) continue;
            if (live && method === 'PUT') { o.metadata.uid = live.metadata.uid; o.metadata.creationTimestamp = live.metadata.creationTimestamp; o.metadata.namespace = live.metadata.namespace }
            const rec = fm.recordUpdate({ live: method === 'PUT' ? live : undefined, next: o, sent: body, manager: mgr, subresource: sub, time: now() });
            next = finishNew(rec.object);
            if (rec.problem) report.push(`${s.id}: problem ${rec.problem}`);
          } else if (method === 'PATCH') {
            let patch: any = body;
            if (patch === undefined && bodyText !== undefined) { const p = ct.includes('apply') ? parseYaml(bodyText) : parseJson(bodyText); if (!p.ok) continue; patch = 'documents' in p ? p.documents[0] : p.value; }
            patch = JSON.parse(JSON.stringify(patch ?? null).replace(/"\$\{uid\}"/g, JSON.stringify(live?.metadata.uid ?? '')));
            if (ct?.includes('apply')) {
              const out = fm.apply({ live, config: patch, manager: mgr, force: u.searchParams.get('force') === 'true', subresource: sub, time: now() });
              if (!out.ok) { msg = out.message; if (r.details?.causes && out.causes && JSON.stringify(out.causes) !== JSON.stringify(r.details.causes)) report.push(`${s.id} causes ${JSON.stringify(out.causes)}`); }
              else { const dd = canon(res, out.value.object); if (!dd.ok) { msg = dd.message; } else next = finishNew(live ? keepTimes(live, dd.object as any) : dd.object); 
                if (sub === 'status' && next) next = { ...next, spec: live.spec }; else if (next && live && 'status' in live) next = { ...next, status: live.status }; }
            } else {
              if (!live) continue;
              const out: any = ct?.includes('json-patch') ? applyJsonPatch(live, patch) : ct?.includes('merge-patch') && !ct.includes('strategic') ? applyMergePatch(live, patch) : applyStrategicMergePatch(live, patch, mergeStructureOf(res.message));
              if (!out.ok) msg = out.message;
              else {
                const problem = ct?.includes('strategic') ? findRestoreProblem(res.message, out.value) : undefined;
                const clr = Array.isArray(out.value?.metadata?.managedFields) && out.value.metadata.managedFields.length === 0;
                const dd = problem ? { ok: false as const, message: problem } : canon(res, out.value); if (!dd.ok) msg = dd.message;
                else {  const rec = fm.recordUpdate({ live, next: dd.object as any, sent: out.value, manager: mgr, subresource: sub, time: sub === 'scale' ? undefined : now() }); next = keepTimes(live, rec.object); }
              }
            }
            if (st.status >= 400) {
              if (msg === undefined) { if (!/is invalid|could not|uid|not found|forbidden|modified|undeterminable|does not match|denied/.test(String(wantMsg)) && wantMsg !== undefined) report.push(`${s.id} ${st.request}: want ${st.status} ${wantMsg}, got ok`); }
              else if (!String(wantMsg).includes(msg)) report.push(`${s.id} ${st.request}\n   want ${wantMsg}\n   got  ${msg}`); else ok++;
              continue;
            }
            if (msg !== undefined) { report.push(`${s.id} ${st.request}: want ${st.status}, got ${msg}`); continue; }
          } else continue;
        } catch (e) { report.push(`${s.id} ${st.request} THROWS ${(e as Error).stack?.slice(0, 400)}`); continue; }
        if (st.status < 300 && next) {
          if (!dry) store.set(key, next);
          const a = strip(wantMf), b = strip(next.metadata?.managedFields);
          if (wantMf !== undefined || r.metadata) { if (JSON.stringify(a) !== JSON.stringify(b)) report.push(`${s.id} ${st.request}\n   want ${a.join('\n        ')}\n   got  ${b.join('\n        ')}`); else ok++; }
          for (const [k, v] of Object.entries({ ...(r.data ? { '/data': r.data } : {}), ...Object.fromEntries(Object.entries(r).filter(([k]) => /^\/(spec|data|metadata\/(owner|final)|status|rules)/.test(k))) })) {
            let at: any = next; for (const kk of k.split('/').slice(1)) at = at?.[kk];
            const norm = (x: any) => JSON.stringify(x, (_k, v) => (v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v));
            if (norm(at) !== norm(v)) report.push(`${s.id} ${st.request} ${k}\n   want ${norm(v)}\n   got  ${norm(at)}`); else ok++;
          }
        }
      }
    }
  }
  console.log(ok + ' ok\n' + report.join('\n'));
});
