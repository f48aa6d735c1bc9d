/** Custom resources under RBAC, in the audit log, and as owners and owned. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { all, auditedHome } from './support/audited.ts';
import type { AuditedHome } from './support/audited.ts';
import { bearer, configMaps, make, parse } from './support/callers.ts';
import { define, mergePatch } from './support/definitions/define.ts';
import { monitor, monitors } from './support/definitions/monitor.ts';
import { route, routes } from './support/definitions/route.ts';
import { eventually } from './support/eventually.ts';
import { makeHome } from './support/serve.ts';
import type { Answer, Home, Started } from './support/serve.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
const routesPath = '/apis/mesh.example.com/v1/namespaces/default/routes';
const monitorsPath = '/apis/monitoring.example.com/v1/namespaces/default/monitors';

let home: Home;
let audited: AuditedHome;
let server: Started;
beforeAll(async () => {
  home = await makeHome();
  await home.addUsers('reader', 'reporter', 'scaler', 'editor');
  audited = auditedHome(home);
  server = await audited.start(all);
  await define(server, routes('v1'));
  await define(server, monitors);
});
afterAll(() => home.remove());

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** A role of this user alone, in force once an access review says so. */
async function grant(user: string, rule: Rule): Promise<void> {
  const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: user };
  await make(server, `${rbac}/roles`, { metadata: { name: user }, rules: [rule] });
  await make(server, `${rbac}/rolebindings`, { metadata: { name: user }, roleRef, subjects });
  const [group = '', resources = '', verb = ''] = [rule.apiGroups[0], rule.resources[0], rule.verbs[0]];
  const [resource, subresource] = resources.split('/');
  const resourceAttributes = { namespace: 'default', group, resource, subresource, verb };
  await eventually(async () => {
    const body = { spec: { user, resourceAttributes } };
    const answer = await server.ask('/apis/authorization.k8s.io/v1/subjectaccessreviews', { method: 'POST', body });
    expect(parse<{ status: object }>(answer).status).toMatchObject({ allowed: true });
  });
}

function changeAs(user: string, path: string, body: object): Promise<Answer> {
  const headers = { ...bearer(user), 'Content-Type': 'application/merge-patch+json' };
  return server.ask(path, { method: 'PATCH', headers, body });
}

describe('roles', () => {
  beforeAll(async () => {
    await make(server, routesPath, route('guarded'));
    await make(server, monitorsPath, monitor('guarded'));
  });

  it('name custom resources by group and plural', async () => {
    await grant('reader', { apiGroups: ['mesh.example.com'], resources: ['routes'], verbs: ['get', 'list'] });
    const headers = bearer('reader');
    for (const version of ['v1', 'v1alpha1']) {
      const path = routesPath.replace('/v1/', `/${version}/`);
      expect(await server.ask(path, { headers })).toMatchObject({ status: 200 });
      expect(await server.ask(`${path}/guarded`, { headers })).toMatchObject({ status: 200 });
    }
    const refused = await server.ask(`${routesPath}/guarded`, { method: 'DELETE', headers });
    expect(refused).toMatchObject({ status: 403 });
    expect(parse<{ message: string }>(refused).message).toBe(
      'routes.mesh.example.com "guarded" is forbidden: User "reader" cannot delete resource "routes" in API group "mesh.example.com" in the namespace "default"',
    );
    expect(await server.ask(monitorsPath, { headers })).toMatchObject({ status: 403 });
    expect(await server.ask(`${routesPath}/guarded/status`, { headers })).toMatchObject({ status: 403 });
  });

  it('name the status and the scale on their own', async () => {
    const resources = (part: string) => ({ apiGroups: ['monitoring.example.com'], resources: [`monitors/${part}`] });
    await grant('reporter', { ...resources('status'), verbs: ['patch'] });
    await grant('scaler', { ...resources('scale'), verbs: ['get', 'patch'] });
    const status = { status: { replicas: 1 } };
    expect(await changeAs('reporter', `${monitorsPath}/guarded/status`, status)).toMatchObject({ status: 200 });
    expect(await changeAs('reporter', `${monitorsPath}/guarded`, status)).toMatchObject({ status: 403 });
    expect(await changeAs('reporter', `${monitorsPath}/guarded/scale`, {})).toMatchObject({ status: 403 });
    const scaled = await changeAs('scaler', `${monitorsPath}/guarded/scale`, { spec: { replicas: 4 } });
    expect(scaled).toMatchObject({ status: 200 });
    expect(parse<{ spec: object }>(scaled).spec).toEqual({ replicas: 4 });
    expect(await changeAs('scaler', `${monitorsPath}/guarded/status`, status)).toMatchObject({ status: 403 });
  });

  it('refuse before it is said whether there is such a definition', async () => {
    await grant('editor', { apiGroups: ['mesh.example.com'], resources: ['*'], verbs: ['*'] });
    const headers = bearer('editor');
    const ask = async (path: string) => (await server.ask(path, { headers })).status;
    expect(await ask('/apis/none.example.com/v1/namespaces/default/things')).toBe(403);
    expect(await ask(routesPath.replace('routes', 'things'))).toBe(404);
    expect(await ask(routesPath)).toBe(200);
  });
});

describe('the audit log', () => {
  it('names custom resources, their version and their subresources', async () => {
    const made = await server.ask(routesPath, { method: 'POST', body: route('logged') });
    const [, ended] = await audited.eventsOf(made.headers['audit-id']);
    expect(ended).toMatchObject({
      verb: 'create',
      objectRef: {
        resource: 'routes',
        namespace: 'default',
        name: 'logged',
        apiGroup: 'mesh.example.com',
        apiVersion: 'v1',
      },
      requestObject: route('logged'),
      responseObject: { kind: 'Route', spec: { className: 'internal' } },
    });
    const patched = await mergePatch(server, `${routesPath}/logged/status`, { status: { observed: 1 } });
    expect((await audited.eventsOf(patched.headers['audit-id'])).at(-1)).toMatchObject({
      verb: 'patch',
      objectRef: { resource: 'routes', subresource: 'status', apiGroup: 'mesh.example.com' },
      responseStatus: { code: 200 },
    });
    const old = await server.ask(routesPath.replace('/v1/', '/v1alpha1/'));
    expect((await audited.eventsOf(old.headers['audit-id'])).at(-1)).toMatchObject({
      verb: 'list',
      objectRef: { resource: 'routes', apiVersion: 'v1alpha1' },
      annotations: { 'k8s.io/deprecated': 'true' },
    });
  });
});

describe('owners and finalizers', () => {
  interface Made {
    readonly metadata: { readonly uid: string; readonly finalizers?: readonly string[]; deletionTimestamp?: string };
  }

  it('are kept on both sides', async () => {
    const owner = await make<Made>(server, routesPath, route('owner'));
    const reference = { apiVersion: 'mesh.example.com/v1', kind: 'Route', name: 'owner', uid: owner.metadata.uid };
    const ownerReferences = [{ ...reference, controller: true, blockOwnerDeletion: true }];
    const owned = route('owned');
    const made = await make<Made>(server, routesPath, { ...owned, metadata: { ...owned.metadata, ownerReferences } });
    expect(made.metadata).toMatchObject({ ownerReferences });
    await make(server, configMaps, { metadata: { name: 'owned', ownerReferences } });
    const twice = { metadata: { ownerReferences: [...ownerReferences, { ...reference, uid: 'u', controller: true }] } };
    const refused = await mergePatch(server, `${routesPath}/owned`, twice);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body).toContain('Only one reference can have Controller set to true');
  });

  it.each(['Foreground', 'Orphan'])('hold an object that is deleted with the policy %s', async (propagationPolicy) => {
    const name = propagationPolicy.toLowerCase();
    const path = `${routesPath}/${name}`;
    const own = 'mesh.example.com/held';
    const made = route(name);
    await make(server, routesPath, { ...made, metadata: { ...made.metadata, finalizers: [own] } });
    const going = await server.ask(path, { method: 'DELETE', body: { propagationPolicy } });
    expect(going).toMatchObject({ status: 200 });
    const { metadata } = parse<Made>(going);
    expect(metadata.deletionTimestamp).toBeDefined();
    const added = propagationPolicy === 'Orphan' ? 'orphan' : 'foregroundDeletion';
    expect([...(metadata.finalizers ?? [])].sort()).toEqual([own, added].sort());
    // The garbage collector takes that back, as there are no dependents. Its own holds it.
    await eventually(async () => {
      expect(parse<Made>(await server.ask(path)).metadata.finalizers).toEqual([own]);
    });
    // A terminating object takes no finalizer more; it goes with its last one.
    const more = await mergePatch(server, path, { metadata: { finalizers: [...(metadata.finalizers ?? []), 'a/b'] } });
    expect(more).toMatchObject({ status: 422 });
    expect(await mergePatch(server, path, { metadata: { finalizers: [] } })).toMatchObject({ status: 200 });
    expect(await server.ask(path)).toMatchObject({ status: 404 });
  });
});
