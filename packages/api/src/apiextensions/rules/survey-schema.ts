/**
 * One pass over a schema before any rule: its limits, and what further passes would look for. Every rule visits each
 * node a fixed number of times, so that the limits bound what a definition costs; recursive rules rely on the depth.
 */
import type { PatternCache } from './pattern-cache.ts';
import { pushChildren, type SchemaNode } from './schema-node.ts';
import { findUnsupportedWord } from './unsupported-words.ts';

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

export interface SchemaSurvey {
  /** The limit that the schema exceeds. The rest is then unknown, and no rule may run. */
  readonly fault: string | undefined;
  /** The first reason for which the schema cannot be read as a structural one. */
  readonly unsupported: string | undefined;
  readonly hasDefaults: boolean;
}

/** By levels, so that the depth needs no count in each node. */
export function surveySchema(root: SchemaNode, budget: SchemaBudget): SchemaSurvey {
  const found: Found = { unsupported: undefined, hasDefaults: false };
  let level: SchemaNode[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    budget.nodes -= level.length;
    const fault = findFault(depth, budget);
    if (fault !== undefined) return { ...found, fault };
    const next: SchemaNode[] = [];
    for (const node of level) {
      if (node.pattern !== undefined && budget.patterns.find(node.pattern) === undefined) {
        return { ...found, fault: 'all versions together have more patterns than can be checked' };
      }
      note(node, found);
      pushChildren(node, next);
    }
    level = next;
  }
  return { ...found, fault: undefined };
}

function findFault(depth: number, { nodes }: SchemaBudget): string | undefined {
  if (depth > deepest) return `must not be nested deeper than ${deepest} levels`;
  return nodes < 0 ? `all versions together must not have more than ${mostNodes} schemas` : undefined;
}

interface Found {
  unsupported: string | undefined;
  hasDefaults: boolean;
}

function note(node: SchemaNode, found: Found): void {
  found.unsupported ??= findUnsupportedWord(node);
  found.hasDefaults ||= node.default !== undefined;
}
