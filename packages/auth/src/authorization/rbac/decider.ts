/**
 * Decides for one caller in one namespace. What was decided is remembered, so that the
 * roles that are held are looked through once for each kind of request.
 */
import type { RequestAttributes } from '@keelson/meta';

import { noOpinion } from '../authorizer.ts';
import type { Decision } from '../authorizer.ts';
import { questionOf } from './compile-rules.ts';
import type { Holding, Holdings } from './holdings.ts';
import { wordReason } from './holdings.ts';

export interface Decider {
  decide(attributes: RequestAttributes): Decision;
}

/** `onRemembered` is called for each cached decision, so that the caller can bound their total. */
export function createDecider({ held, missing }: Holdings, onRemembered: () => void): Decider {
  const nothing = wordNothing(missing);
  if (held.length === 0) return { decide: () => nothing };
  const looksAtNames = held.some(({ role }) => role.compiled.hasNames);
  const reasons = new Map<Holding, Decision>();
  const remembered = new Map<string, Decision>();

  const find = (attributes: RequestAttributes): Decision => {
    const question = questionOf(attributes);
    const holding = held.find(({ role }) => role.compiled.allows(question));
    if (holding === undefined) return nothing;
    let decision = reasons.get(holding);
    if (decision === undefined) {
      decision = { verdict: 'allow', reason: wordReason(holding) };
      reasons.set(holding, decision);
    }
    return decision;
  };

  const recall = (attributes: RequestAttributes): Decision => {
    const key = keyOf(attributes, looksAtNames);
    let decision = remembered.get(key);
    if (decision === undefined) {
      decision = find(attributes);
      remembered.set(key, decision);
      onRemembered();
    }
    return decision;
  };

  let last: { readonly attributes: RequestAttributes; readonly decision: Decision } | undefined;
  return {
    decide: (attributes) => {
      // Most callers do the same again and again; to see that costs less than to put a key together.
      if (last !== undefined && isSame(attributes, last.attributes, looksAtNames)) return last.decision;
      const decision = recall(attributes);
      last = { attributes, decision };
      return decision;
    },
  };
}

function isSame(one: RequestAttributes, other: RequestAttributes, looksAtNames: boolean): boolean {
  if (one.kind === 'path') return other.kind === 'path' && one.verb === other.verb && one.path === other.path;
  return (
    other.kind === 'resource' &&
    one.verb === other.verb &&
    one.resource === other.resource &&
    one.group === other.group &&
    one.subresource === other.subresource &&
    (!looksAtNames || one.name === other.name)
  );
}

/**
 * Different requests never give the same key, whatever their parts contain: all but the
 * last are length-prefixed. Names count only if a rule has `resourceNames`.
 */
function keyOf(attributes: RequestAttributes, looksAtNames: boolean): string {
  const { verb } = attributes;
  if (attributes.kind === 'path') return `${verb.length},${verb}${attributes.path}`;
  const { group, resource, subresource } = attributes;
  const name = looksAtNames ? attributes.name : '';
  const lengths = `${verb.length} ${group.length} ${resource.length} ${subresource.length} `;
  return lengths + verb + group + resource + subresource + name;
}

/** The reason of who finds nothing. */
function wordNothing(missing: readonly string[]): Decision {
  if (missing.length === 0) return noOpinion;
  return { verdict: 'noOpinion', reason: `RBAC: ${missing.length === 1 ? missing.join() : `[${missing.join(', ')}]`}` };
}
