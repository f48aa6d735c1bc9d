/** The fit of a node for the pods of a DaemonSet: node name, node selector, required node affinity and taints. */
import type { Node, PodTemplateSpec, Toleration } from '@keelson/api';

import { daemonTolerations } from './daemon-pod.ts';
import type { CachedDaemonSet, CachedNode } from './daemon-parts.ts';

export interface NodeFit {
  /** A pod that is missing is created. */
  readonly shouldRun: boolean;
  /** A pod that is there stays: a taint that came later and only keeps new pods away. */
  readonly mayStay: boolean;
}

const none: NodeFit = { shouldRun: false, mayStay: false };

export function fitNode({ object: { spec } }: CachedDaemonSet, node: CachedNode): NodeFit {
  const { template } = spec;
  const { nodeName } = template.spec;
  if (nodeName !== undefined && nodeName !== '' && nodeName !== node.name) return none;
  if (!isSelected(template, node)) return none;
  const untolerated = untoleratedTaints(daemonTolerations(template), node.object.spec.taints ?? []);
  const shouldRun = !untolerated.some(({ effect }) => effect === 'NoExecute' || effect === 'NoSchedule');
  return { shouldRun, mayStay: shouldRun || !untolerated.some(({ effect }) => effect === 'NoExecute') };
}

type Taint = NonNullable<Node['spec']['taints']>[number];

function untoleratedTaints(tolerations: readonly Toleration[], taints: readonly Taint[]): Taint[] {
  return taints.filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
}

function tolerates(toleration: Toleration, taint: Taint): boolean {
  const { effect = '', key = '', operator, value = '' } = toleration;
  const isAbout = isAnyOr(effect, taint.effect) && isAnyOr(key, taint.key);
  return isAbout && (operator === 'Exists' || (isAnyOr(operator, 'Equal') && value === (taint.value ?? '')));
}

/** An empty text is all. */
function isAnyOr(asked: string | undefined, value: string): boolean {
  return asked === undefined || asked === '' || asked === value;
}

type Affinity = NonNullable<NonNullable<PodTemplateSpec['spec']['affinity']>['nodeAffinity']>;
type Term = NonNullable<
  NonNullable<Affinity['requiredDuringSchedulingIgnoredDuringExecution']>['nodeSelectorTerms']
>[number];
type Requirement = NonNullable<Term['matchExpressions']>[number];

function isSelected({ spec }: PodTemplateSpec, { head, name }: CachedNode): boolean {
  const { labels } = head;
  const hasLabels = Object.entries(spec.nodeSelector ?? {}).every(
    ([key, value]) => Object.hasOwn(labels, key) && labels[key] === value,
  );
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!hasLabels || required === undefined) return hasLabels;
  return (required.nodeSelectorTerms ?? []).some((term) => meetsTerm(term, labels, name));
}

/** A term that asks for nothing is met by nothing. */
function meetsTerm({ matchExpressions = [], matchFields = [] }: Term, labels: Labels, name: string): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  const fields = { 'metadata.name': name };
  return (
    matchExpressions.every((requirement) => meets(requirement, labels)) &&
    matchFields.every((requirement) => meets(requirement, fields))
  );
}

type Labels = Readonly<Record<string, string>>;

function meets({ key, operator, values = [] }: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
    case 'Lt':
      return compares(operator, value, values[0]);
    default:
      return false;
  }
}

const integer = /^[+-]?\d{1,19}$/;

function compares(operator: 'Gt' | 'Lt', value = '', limit = ''): boolean {
  if (!integer.test(value) || !integer.test(limit)) return false;
  return operator === 'Gt' ? BigInt(value) > BigInt(limit) : BigInt(value) < BigInt(limit);
}
