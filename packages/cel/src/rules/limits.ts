/**
 * The limits on costs. Those of the API are what rules are written against; one unit of cost is at most about 50 ns
 * here, so that an evaluation holds the event loop for 50 ms at worst.
 */

/** The estimated cost of one rule, for all values that it is run on. */
export const maxEstimatedRuleCost = 10_000_000;
/** The estimated cost of all rules of a schema. */
export const maxEstimatedSchemaCost = 100_000_000;
/** The cost of one evaluation. */
export const maxEvaluationCost = 1_000_000;
/** The cost of all evaluations on one object. */
const maxObjectCost = 10_000_000;

/** The remaining cost of validating one object. Several versions or schemas of an object share one. */
export interface RuleBudget {
  left: number;
}

export function createRuleBudget(): RuleBudget {
  return { left: maxObjectCost };
}
