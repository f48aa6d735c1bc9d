/** The authorization decision of a request, as annotations of its audit events. */
import type { Decision } from './authorizer.ts';

type Annotations = Readonly<Record<string, string>>;

/** Authorizers hand out the same decisions again and again. */
const known = new WeakMap<Decision, Annotations>();

export function decisionAnnotations(decision: Decision, domain: string): Annotations {
  const before = known.get(decision);
  if (before !== undefined) return before;
  const annotations = {
    [`authorization.${domain}/decision`]: decision.verdict === 'allow' ? 'allow' : 'forbid',
    [`authorization.${domain}/reason`]: decision.reason ?? '',
  };
  known.set(decision, annotations);
  return annotations;
}
