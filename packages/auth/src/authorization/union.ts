/** Several authorizers in order: the first with an opinion decides. */
import { isPromise } from '@keelson/telemetry';

import { noOpinion } from './authorizer.ts';
import type { Authorizer, Decision, RulesAnswer } from './authorizer.ts';

export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return {
    authorize: (user, attributes) => {
      let heard = nothingHeard;
      for (let index = 0; index < authorizers.length; index += 1) {
        const decision = authorizers[index]?.authorize(user, attributes) ?? noOpinion;
        if (isPromise(decision)) {
          const before = heard;
          const rest = unionAuthorizer(authorizers.slice(index + 1));
          return decision.then(async (first) =>
            conclude(
              first.verdict === 'noOpinion' ? [...before, first, await rest.authorize(user, attributes)] : [first],
            ),
          );
        }
        if (decision.verdict !== 'noOpinion') return decision;
        if (decision !== noOpinion) heard = [...heard, decision];
      }
      return conclude(heard);
    },
    rulesFor: (user, namespace) => {
      const answers = authorizers.flatMap((authorizer) => authorizer.rulesFor?.(user, namespace) ?? []);
      return {
        rules: answers.flatMap(({ rules }) => rules),
        isIncomplete: answers.some(({ isIncomplete }) => isIncomplete),
        errors: answers.flatMap(({ errors }) => errors),
      } satisfies RulesAnswer;
    },
  };
}

const nothingHeard: readonly Decision[] = [];

/** All but the last had no opinion; their reasons are joined. */
function conclude(heard: readonly Decision[]): Decision {
  const last = heard.at(-1);
  if (last === undefined || last.verdict !== 'noOpinion') return last ?? noOpinion;
  const reasons = heard.flatMap(({ reason }) => reason ?? []);
  const errors = heard.flatMap(({ error }) => error ?? []);
  if (reasons.length === 0 && errors.length === 0) return noOpinion;
  return {
    verdict: 'noOpinion',
    ...(reasons.length > 0 && { reason: reasons.join('\n') }),
    ...(errors.length > 0 && { error: errors.join('; ') }),
  };
}
