import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { createScheme, decodeJson, validate, type JsonValue } from '@keelson/schema';

import { rbacV1 } from '../v1/index.ts';
import { defaultAccess } from './default-access.ts';
import type { DefaultBindingObject, DefaultRoleObject } from './default-access.ts';

const access = defaultAccess('k8s.io');
const objects = [...access.roles, ...access.bindings];

describe('the default roles and bindings', () => {
  it('are valid objects of their kinds', () => {
    const scheme = createScheme({ resources: rbacV1.resources });
    for (const object of objects) {
      const [group = '', version = ''] = object.apiVersion.split('/');
      const resource = scheme.resourceOfKind({ group, version, kind: object.kind });
      if (resource === undefined) throw new Error(`nothing serves ${object.kind}`);
      const decoded = decodeJson(resource.message, JSON.parse(JSON.stringify(object)) as JsonValue);
      expect(decoded.ok && validate(resource.message, decoded.object)).toEqual([]);
    }
  });

  it('have a name each, and bindings a role that is there', () => {
    const idOf = ({ kind, metadata: { namespace = '', name } }: DefaultRoleObject | DefaultBindingObject) =>
      `${kind}/${namespace}/${name}`;
    const ids = new Set(objects.map(idOf));
    expect(ids.size).toBe(objects.length);
    for (const { roleRef, metadata } of access.bindings) {
      const namespace = roleRef.kind === 'Role' ? (metadata.namespace ?? '') : '';
      expect(ids).toContain(`${roleRef.kind}/${namespace}/${roleRef.name}`);
    }
  });

  it('give the administrator everything, and everyone what clients need to find their way', () => {
    const admin = access.roles.find(({ metadata }) => metadata.name === 'cluster-admin');
    expect(admin?.rules).toEqual([
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ]);
    const forEveryone = access.bindings.filter(({ subjects }) =>
      subjects.some(({ name }) => name === 'system:authenticated'),
    );
    expect(forEveryone.map(({ roleRef }) => roleRef.name)).toEqual([
      'system:basic-user',
      'system:discovery',
      'system:public-info-viewer',
    ]);
  });

  it('have further rules while a feature gate is on', () => {
    const claims = ({ roles }: typeof access) =>
      roles
        .find(({ metadata }) => metadata.name === 'system:controller:statefulset-controller')
        ?.rules?.filter(({ resources }) => resources?.includes('persistentvolumeclaims'))
        .map(({ verbs }) => (verbs ?? []).join(' '));
    expect(claims(access)).toEqual(['create get']);
    const on = defaultAccess('k8s.io', (gate) => gate === 'StatefulSetAutoDeletePVC');
    expect(claims(on)).toEqual(['create get', 'delete update']);
  });

  it('are of the domain that is configured, with all that names it', () => {
    const text = JSON.stringify(defaultAccess('example.com'));
    expect(text).not.toContain('k8s.io');
    expect(text).not.toContain('{domain}');
    expect(text).toContain('"rbac.authorization.example.com/autoupdate":"true"');
    expect(text).toContain('"rbac.authorization.example.com/aggregate-to-view":"true"');
  });
});

/** The folder with facts read off another server, if there is one beside: it is not part of this project. */
const folder = process.env['KEELSON_FACTS'];
const factsPath = folder === undefined ? '' : join(folder, 'rbac-bootstrap-1.24.json');

interface Facts {
  readonly clusterroles: readonly Fact[];
  readonly clusterrolebindings: readonly Fact[];
  readonly roles: readonly Fact[];
  readonly rolebindings: readonly Fact[];
}
type Fact = { readonly metadata: { readonly name: string; readonly namespace?: string } } & Record<string, unknown>;

describe('the default roles and bindings, beside those of 1.24', () => {
  if (!existsSync(factsPath)) {
    it.skip('cannot be compared: KEELSON_FACTS names no folder with them', () => undefined);
    return;
  }
  const facts = JSON.parse(readFileSync(factsPath, 'utf8')) as Facts;
  const ours = (kind: string) => objects.filter((object) => object.kind === kind);

  it.each([
    ['ClusterRole', facts.clusterroles],
    ['ClusterRoleBinding', facts.clusterrolebindings],
    ['Role', facts.roles],
    ['RoleBinding', facts.rolebindings],
  ] as const)('are the same, every %s, rule by rule', (kind, theirs) => {
    const keyOf = ({ metadata: { namespace = '', name } }: Fact | DefaultRoleObject | DefaultBindingObject) =>
      `${namespace}/${name}`;
    expect(ours(kind).map(keyOf).sort()).toEqual(theirs.map(keyOf).sort());
    for (const fact of theirs) {
      const own = ours(kind).find((object) => keyOf(object) === keyOf(fact));
      // One server writes empty lists, the other omits them.
      const { rules = [], subjects = [], ...rest } = { ...own } as Record<string, unknown>;
      delete rest['kind'];
      delete rest['apiVersion'];
      const { rules: theirRules, subjects: theirSubjects, ...theirRest } = fact;
      expect({ ...rest, rules, subjects }).toEqual({
        ...theirRest,
        rules: theirRules ?? [],
        subjects: theirSubjects ?? [],
      });
    }
  });
});
