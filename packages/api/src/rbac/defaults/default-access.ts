/**
 * The default RBAC roles and bindings of every server, as objects of the API. Reconciling them with changed objects is
 * not done here.
 */
import { defaultDomain } from '@keelson/schema';

import type { ClusterRole } from '../v1/cluster-role.ts';
import type { PolicyRule } from '../v1/policy-rule.ts';
import type { RoleRef, Subject } from '../v1/role-ref.ts';
import type { DefaultRole, Holder } from './notation.ts';
import { rolesInNamespaces } from './roles-in-namespaces.ts';
import { rolesOfComponents } from './roles-of-components.ts';
import { rolesOfControllers } from './roles-of-controllers.ts';
import { rolesOfPeople } from './roles-of-people.ts';

export interface DefaultMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface DefaultObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: DefaultMetadata;
}

export interface DefaultRoleObject extends DefaultObject {
  /** Absent where they are collected from other roles. */
  readonly rules?: readonly PolicyRule[];
  readonly aggregationRule?: NonNullable<ClusterRole['aggregationRule']>;
}

export interface DefaultBindingObject extends DefaultObject {
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

export interface DefaultAccess {
  /** Roles of the cluster before those of namespaces. */
  readonly roles: readonly DefaultRoleObject[];
  readonly bindings: readonly DefaultBindingObject[];
  /** The annotation that turns reconciliation of an object off with the value `false`. */
  readonly autoupdateAnnotation: string;
}

const declared = [...rolesOfPeople, ...rolesOfComponents, ...rolesOfControllers, ...rolesInNamespaces];

/** Rules behind a feature gate are included where `isGateOn` says so; without it, they are left out. */
export function defaultAccess(domain: string, isGateOn: (featureGate: string) => boolean = () => false): DefaultAccess {
  const make = makerIn(domain, isGateOn);
  return {
    roles: declared.map(make.role),
    bindings: declared.flatMap((role) => (role.heldBy === undefined ? [] : [make.binding(role, role.heldBy)])),
    autoupdateAnnotation: autoupdateAnnotationIn(domain),
  };
}

/** Keys of labels and annotations are of another domain than groups, where clients are used to that. */
function labelDomainOf(domain: string): string {
  return domain === defaultDomain ? 'kubernetes.io' : domain;
}

function autoupdateAnnotationIn(domain: string): string {
  return `rbac.authorization.${labelDomainOf(domain)}/autoupdate`;
}

function makerIn(domain: string, isGateOn: (featureGate: string) => boolean) {
  const group = `rbac.authorization.${domain}`;
  const inDomain = (text: string): string => text.replaceAll('{domain}', domain);
  const aggregationLabel = (collected: string): string => `${group}/aggregate-to-${collected}`;

  const open = (kind: string, namespace: string | undefined, name: string, labels: Record<string, string>) => ({
    kind: namespace === undefined ? `Cluster${kind}` : kind,
    apiVersion: `${group}/v1`,
    metadata: {
      name: inDomain(name),
      ...(namespace !== undefined && { namespace }),
      labels: { [`${labelDomainOf(domain)}/bootstrapping`]: 'rbac-defaults', ...labels },
      annotations: { [autoupdateAnnotationIn(domain)]: 'true' },
    },
  });

  const gatedRulesOf = (gated: DefaultRole['gated']): readonly PolicyRule[] =>
    gated !== undefined && isGateOn(gated.featureGate) ? gated.rules : [];

  const role = ({ name, namespace, rules, partOf, collects, gated }: DefaultRole): DefaultRoleObject => ({
    ...open('Role', namespace, name, partOf === undefined ? {} : { [aggregationLabel(partOf)]: 'true' }),
    ...(rules !== undefined && { rules: [...rules, ...gatedRulesOf(gated)].map(ruleInDomain) }),
    ...(collects !== undefined && {
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [aggregationLabel(collects)]: 'true' } }] },
    }),
  });

  const ruleInDomain = (rule: PolicyRule): PolicyRule =>
    rule.apiGroups === undefined ? rule : { ...rule, apiGroups: rule.apiGroups.map(inDomain) };

  const binding = (
    { name, namespace, bindingName = name }: DefaultRole,
    heldBy: readonly Holder[],
  ): DefaultBindingObject => ({
    ...open('RoleBinding', namespace, bindingName, {}),
    subjects: heldBy.map((holder) => subjectOf(holder, group)),
    roleRef: { apiGroup: group, kind: namespace === undefined ? 'ClusterRole' : 'Role', name: inDomain(name) },
  });

  return { role, binding };
}

function subjectOf(holder: Holder, apiGroup: string): Subject {
  const space = holder.indexOf(' ');
  const name = holder.slice(space + 1);
  switch (holder.slice(0, space)) {
    case 'account':
      return { kind: 'ServiceAccount', name, namespace: 'kube-system' };
    case 'group':
      return { kind: 'Group', apiGroup, name };
    default:
      return { kind: 'User', apiGroup, name };
  }
}
