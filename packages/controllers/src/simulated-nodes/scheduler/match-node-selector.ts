/** Matches node selectors and node affinity against the labels and the name of a node. */
import type { Node, Pod } from '@keelson/api';
import { makeLabelRequirement, meetsLabelRequirement, type LabelOperator, type Labels } from '@keelson/meta';

type Spec = Pod['spec'];
type NodeAffinity = NonNullable<NonNullable<Spec['affinity']>['nodeAffinity']>;
type Required = NonNullable<NodeAffinity['requiredDuringSchedulingIgnoredDuringExecution']>;
type Term = NonNullable<Required['nodeSelectorTerms']>[number];
type Requirement = NonNullable<Term['matchExpressions']>[number];

export interface NodeIdentity {
  readonly name: string;
  readonly labels: Labels;
}

/** `spec.nodeSelector` and the required node affinity of a pod. */
export function matchesNodeSelection({ nodeSelector, affinity }: Spec, node: NodeIdentity): boolean {
  for (const [key, value] of Object.entries(nodeSelector ?? {})) {
    if (!Object.hasOwn(node.labels, key) || node.labels[key] !== value) return false;
  }
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || (required.nodeSelectorTerms ?? []).some((term) => matchesTerm(term, node));
}

/** The sum of the weights of the preferred terms that a node matches. */
export function weighNodePreferences({ affinity }: Spec, node: NodeIdentity): number {
  let sum = 0;
  for (const { weight, preference } of affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
    if (matchesTerm(preference, node)) sum += weight;
  }
  return sum;
}

/** An empty term matches nothing. */
function matchesTerm({ matchExpressions = [], matchFields = [] }: Term, { name, labels }: NodeIdentity): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  // Node fields are compared as labels are; metadata.name is the only one that validation lets pass.
  return (
    matchExpressions.every((each) => meets(each, labels)) &&
    matchFields.every((each) => meets(each, { [each.key]: name }))
  );
}

const operators: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
  Gt: 'gt',
  Lt: 'lt',
};

/** A requirement that is no valid label requirement matches no node. */
function meets({ key, operator, values }: Requirement, labels: Labels): boolean {
  const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (known === undefined) return false;
  const made = makeLabelRequirement(key, known, values ?? []);
  return made.ok && meetsLabelRequirement(made.requirement, labels);
}

export type NodeTaint = NonNullable<Node['spec']['taints']>[number];
