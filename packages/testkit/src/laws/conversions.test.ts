import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { defaultRelease } from '@keelson/api';
import { isServed } from '@keelson/meta';
import { convertObject, ExactNumber, findLosses, groupVersion } from '@keelson/schema';
import type { Resource, TypeMeta } from '@keelson/schema';

import { checkLaw, scheme } from './every-kind.ts';

/** Generated objects contradict themselves in ways that the other version cannot express; examples stand for these. */
const contradicting = new Set([
  'CustomResourceDefinition of apiextensions.k8s.io/v1beta1',
  'ClusterRoleBinding of rbac.authorization.k8s.io/v1alpha1',
  'RoleBinding of rbac.authorization.k8s.io/v1alpha1',
  'Ingress of networking.k8s.io/v1 through extensions/v1beta1',
  'Ingress of networking.k8s.io/v1 through networking.k8s.io/v1beta1',
]);

function mayContradict(from: Resource, to: Resource): boolean {
  return contradicting.has(titleOf(from, to)) || contradicting.has(`${from.kind} of ${groupVersion(from)}`);
}

const pairs = scheme
  .resources()
  .flatMap((from) => scheme.versionsOf(from).map((to): [string, Resource, Resource] => [titleOf(from, to), from, to]))
  .filter(([, from, to]) => from !== to && !mayContradict(from, to));

function titleOf(from: Resource, to: Resource): string {
  return `${from.kind} of ${groupVersion(from)} through ${groupVersion(to)}`;
}

/** Versions that say in one place what others say in two, or left to a default what others ask for. */
function writesOut({ kind, lifecycle, verbs, conversion }: Resource): boolean {
  const isRetired = verbs.length === 0 || !isServed(lifecycle, defaultRelease);
  return kind === 'EndpointSlice' || (isRetired && conversion !== undefined);
}

/** Conversions may change what they are given. Numbers that keep their text are shared, as nothing changes these. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)])) as T;
}

/** The stored form has none of it. Defaults fill it before anything is stored. */
function hasEmptyBehavior({ spec }: { readonly spec?: { readonly behavior?: object } }): boolean {
  return spec?.behavior !== undefined && Object.keys(spec.behavior).length === 0;
}

function thereAndBack(object: object, from: Resource, to: Resource): TypeMeta {
  const there = convertObject(scheme, copyOf(object as TypeMeta), from, to);
  expect(there).toMatchObject({ kind: to.kind, apiVersion: groupVersion(to) });
  return convertObject(scheme, there, to, from);
}

describe.each(pairs)('%s', (_title, from, to) => {
  if (writesOut(from) || writesOut(to)) {
    it('comes back with all it said, and with no more the next time [rule-2]', () => {
      checkLaw(from, (object) => {
        const once = thereAndBack(object, from, to);
        expect(findLosses(object, once)).toEqual([]);
        expect(thereAndBack(once, from, to)).toEqual(once);
      });
    });
  } else {
    it('comes back the same [rule-2]', () => {
      checkLaw(from, (object) => {
        fc.pre(!(from.kind === 'HorizontalPodAutoscaler' && hasEmptyBehavior(object)));
        expect(thereAndBack(object, from, to)).toEqual(object);
      });
    });
  }
});
