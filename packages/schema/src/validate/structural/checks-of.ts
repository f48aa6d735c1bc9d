/**
 * Compiles what a node of a schema demands of values of one kind, the first time that such a value is met: a large
 * schema costs only what objects touch. The order is that of the messages of kube-apiserver.
 */
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { alternativeChecks } from './alternative-checks.ts';
import { embeddedChecks } from './embedded-checks.ts';
import { enumChecks } from './enum-checks.ts';
import { listChecks } from './list-checks.ts';
import { listTypeChecks } from './list-type-checks.ts';
import { numberChecks } from './number-checks.ts';
import { objectChecks } from './object-checks.ts';
import { stringChecks } from './string-checks.ts';
import { typeChecks } from './type-checks.ts';
import type { StructuralCheck, ValidationBudget } from './validation-run.ts';
import { valueKind, type ValueKind } from './value-kind.ts';

type ChecksByKind = (readonly StructuralCheck[] | undefined)[];

const known = new WeakMap<StructuralSchema, ChecksByKind>();

const compilationCost = 20;
const noChecks: readonly StructuralCheck[] = [];

export function checksOf(
  schema: StructuralSchema,
  kind: ValueKind,
  budget: ValidationBudget,
): readonly StructuralCheck[] {
  let byKind = known.get(schema);
  if (byKind === undefined) known.set(schema, (byKind = []));
  const found = byKind[kind];
  if (found !== undefined) return found;
  budget.left -= compilationCost;
  const checks = compile(schema, kind);
  return (byKind[kind] = checks.length === 0 ? noChecks : checks);
}

function compile(schema: StructuralSchema, kind: ValueKind): StructuralCheck[] {
  const checks = typeChecks(schema, kind);
  if (kind !== valueKind.null) checks.push(...alternativeChecks(schema), ...scalarChecks(schema, kind));
  if (kind !== valueKind.null || schema.nullable !== true) checks.push(...enumChecks(schema));
  checks.push(...partChecks(schema, kind));
  return checks;
}

function scalarChecks(schema: StructuralSchema, kind: ValueKind): StructuralCheck[] {
  if (kind === valueKind.string) return stringChecks(schema);
  if (kind === valueKind.number) return numberChecks(schema);
  return kind === valueKind.array ? listChecks(schema) : [];
}

function partChecks(schema: StructuralSchema, kind: ValueKind): StructuralCheck[] {
  if (kind === valueKind.array) return listTypeChecks(schema);
  return kind === valueKind.object ? [...objectChecks(schema), ...embeddedChecks(schema)] : [];
}
