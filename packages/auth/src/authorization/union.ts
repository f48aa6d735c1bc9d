/** Several authorizers in order: the first with an opinion decides. */
import { noOpinion } from './authorizer.ts';
import type { Authorizer } from './authorizer.ts';

export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return {
    async authorize(user, attributes) {
      const reasons: string[] = [];
      for (const authorizer of authorizers) {
        const decision = await authorizer.authorize(user, attributes);
        if (decision.verdict !== 'noOpinion') return decision;
        if (decision.reason !== undefined) reasons.push(decision.reason);
      }
      return reasons.length === 0 ? noOpinion : { ...noOpinion, reason: reasons.join('\n') };
    },
  };
}
