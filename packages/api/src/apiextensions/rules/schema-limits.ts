/**
 * Limits of the schemas of one definition. Every rule visits each node a fixed number of times, so that these bound what
 * a definition costs; recursive rules rely on the depth.
 */
import type { Report } from '@keelson/schema';

import type { PatternCache } from './pattern-cache.ts';
import { childrenOfNode, type SchemaNode } from './schema-node.ts';

const mostNodes = 100_000;
const deepest = 256;

/** For all versions together. */
export interface SchemaBudget {
  nodes: number;
  readonly patterns: PatternCache;
}

export function createSchemaBudget(patterns: PatternCache): SchemaBudget {
  return { nodes: mostNodes, patterns };
}

/** Returns true if the schema is within its limits; no other rule may run if it is not. */
export function checkLimits(root: SchemaNode, at: string, budget: SchemaBudget, report: Report): boolean {
  const fault = findFault(root, budget);
  if (fault !== undefined) report.forbidden(at, fault);
  return fault === undefined;
}

/** By levels, so that the depth needs no count in each node. */
function findFault(root: SchemaNode, budget: SchemaBudget): string | undefined {
  let level: SchemaNode[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepest) return `must not be nested deeper than ${deepest} levels`;
    budget.nodes -= level.length;
    if (budget.nodes < 0) return `all versions together must not have more than ${mostNodes} schemas`;
    if (!arePatternsFound(level, budget)) return 'all versions together have more patterns than can be checked';
    level = level.flatMap(childrenOfNode);
  }
  return undefined;
}

function arePatternsFound(level: readonly SchemaNode[], { patterns }: SchemaBudget): boolean {
  return level.every(({ pattern }) => pattern === undefined || patterns.find(pattern) !== undefined);
}
