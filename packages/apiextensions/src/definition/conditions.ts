/** The conditions of definitions. */
import type { Definition } from './definition.ts';

export type ConditionType =
  'Established' | 'NamesAccepted' | 'NonStructuralSchema' | 'Terminating' | 'KubernetesAPIApprovalPolicyConformant';

export type Condition = NonNullable<Definition['status']['conditions']>[number];

/** Without its time, which is that of the last change of its status. */
export type ConditionState = Required<Pick<Condition, 'status' | 'reason' | 'message'>> & {
  readonly type: ConditionType;
};

export function conditionOf({ status }: Pick<Definition, 'status'>, type: ConditionType): Condition | undefined {
  return status.conditions?.find((condition) => condition.type === type);
}

export function isTrue(definition: Pick<Definition, 'status'>, type: ConditionType): boolean {
  return conditionOf(definition, type)?.status === 'True';
}

/** In the place of the one of its type, or at the end. Returns the same list where nothing differs. */
export function withCondition(
  conditions: readonly Condition[],
  state: ConditionState,
  now: string,
): readonly Condition[] {
  const index = conditions.findIndex(({ type }) => type === state.type);
  const old = conditions[index];
  if (old !== undefined && old.status === state.status && old.reason === state.reason && old.message === state.message)
    return conditions;
  const lastTransitionTime = old?.status === state.status ? old.lastTransitionTime : now;
  const { type, status, reason, message } = state;
  const made: Condition = { type, status, lastTransitionTime: lastTransitionTime ?? now, reason, message };
  return old === undefined ? [...conditions, made] : conditions.with(index, made);
}
