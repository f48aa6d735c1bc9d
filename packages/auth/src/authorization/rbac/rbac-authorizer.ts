/**
 * Decides by roles and bindings. What a caller holds is looked up once and kept until
 * any role or binding changes, so that a decision costs a microsecond.
 */
import type { UserInfo, RequestAttributes } from '@keelson/meta';

import type { Authorizer, Decision, RulesAnswer } from '../authorizer.ts';
import type { AccessIndex } from './access-index.ts';
import { createDecider } from './decider.ts';
import type { Decider } from './decider.ts';
import { findHoldings } from './holdings.ts';
import type { Holdings } from './holdings.ts';
import { joinParts } from './join-parts.ts';

/**
 * Maximum cached decisions and namespaces of all callers together, after which the cache is
 * cleared: a limit, because callers choose their requests. One costs some hundred bytes.
 */
const maxRemembered = 200_000;

interface Deciders {
  readonly byNamespace: Map<string, Decider>;
  /** The latest namespace is usually the next one, too. */
  last: { readonly namespace: string; readonly decider: Decider } | undefined;
}

export interface RbacAuthorizer extends Authorizer {
  authorize(user: UserInfo, attributes: RequestAttributes): Decision;
  rulesFor(user: UserInfo, namespace: string): RulesAnswer;
}

export function createRbacAuthorizer(index: AccessIndex): RbacAuthorizer {
  const callers = createCallers((user, namespace) => findHoldings(index, user, namespace));
  let generation = -1;

  return {
    authorize: (user, attributes) => {
      if (generation !== index.generation()) callers.forget();
      generation = index.generation();
      const namespace = attributes.kind === 'resource' ? attributes.namespace : '';
      return callers.decider(user, namespace).decide(attributes);
    },
    rulesFor: (user, namespace) => {
      const { held, missing } = findHoldings(index, user, namespace);
      return { rules: held.flatMap(({ role }) => role.rules), isIncomplete: false, errors: missing };
    },
  };
}

/** Finds callers by name and groups, or more quickly by their user object, if it is the same again. */
function createCallers(holdingsOf: (user: UserInfo, namespace: string) => Holdings) {
  const byName = new Map<string, Deciders>();
  let byObject = new WeakMap<UserInfo, Deciders>();
  let remembered = 0;

  const forget = (): void => {
    byName.clear();
    byObject = new WeakMap();
    remembered = 0;
  };
  const onRemembered = (): void => {
    remembered += 1;
  };

  const find = (user: UserInfo): Deciders => {
    const quickly = byObject.get(user);
    if (quickly !== undefined) return quickly;
    const key = joinParts([user.name, ...user.groups]);
    const deciders: Deciders = byName.get(key) ?? { byNamespace: new Map(), last: undefined };
    byName.set(key, deciders);
    byObject.set(user, deciders);
    return deciders;
  };

  return {
    forget,
    decider: (user: UserInfo, namespace: string): Decider => {
      if (remembered >= maxRemembered) forget();
      const deciders = find(user);
      if (deciders.last?.namespace === namespace) return deciders.last.decider;
      let decider = deciders.byNamespace.get(namespace);
      if (decider === undefined) {
        decider = createDecider(holdingsOf(user, namespace), onRemembered);
        deciders.byNamespace.set(namespace, decider);
        onRemembered();
      }
      deciders.last = { namespace, decider };
      return decider;
    },
  };
}
