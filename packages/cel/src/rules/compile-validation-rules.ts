/** The reader of a schema's rules: a checker of objects. */
import { giveWay } from '@keelson/telemetry';
import type { Issue, StructuralSchema } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import { findRuleNode } from './rule-node.ts';
import { RuleRun } from './run-rules.ts';
import type { RuleBudget } from './limits.ts';
import type { RuleNode } from './rule-node.ts';

export interface RuleSubject {
  /** Defaulted and valid by the schema in all else. */
  readonly value: unknown;
  /** The stored object, on an update. Rules with `oldSelf` are run only where there is an old value. */
  readonly old?: unknown;
  /** The path of the value, empty for a whole object. */
  readonly at: string;
  /** Is spent. */
  readonly budget: RuleBudget;
}

export interface RuleChecker {
  /** Holds the event loop as long as the budget lasts, which is half a second at worst. */
  readonly check: (subject: RuleSubject) => Issue[];
  /**
   * Gives way to other work between evaluations, and so holds the event loop for one evaluation at most, which is less
   * than 50 ms. There is no promise unless it took long.
   */
  readonly checkInTurns: (subject: RuleSubject) => MaybePromise<Issue[]>;
}

/**
 * The checker of the rules of `schema`, which is that of whole objects; `undefined` at once if it has none. It is kept
 * with the schema, by identity. Each rule is compiled when it is first run.
 */
export function compileValidationRules(schema: StructuralSchema): RuleChecker | undefined {
  const node = findRuleNode(schema);
  return node === undefined ? undefined : checkerOf(node);
}

const checkers = new WeakMap<RuleNode, RuleChecker>();

function checkerOf(node: RuleNode): RuleChecker {
  const known = checkers.get(node);
  if (known !== undefined) return known;
  const begin = ({ value, old, at, budget }: RuleSubject) => {
    return new RuleRun({ node, value, old, parent: undefined, key: '' }, at, budget);
  };
  const made: RuleChecker = {
    check: (subject) => {
      const run = begin(subject);
      while (!run.step());
      return run.issues;
    },
    checkInTurns: (subject) => {
      const run = begin(subject);
      return run.step() ? run.issues : finish(run);
    },
  };
  checkers.set(node, made);
  return made;
}

async function finish(run: RuleRun): Promise<Issue[]> {
  do await giveWay();
  while (!run.step());
  return run.issues;
}
