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

export function checksOf(
  schema: StructuralSchema,
  kind: ValueKind,
  budget: ValidationBudget,
): readonly StructuralCheck[] {
  let byKind = known.get(schema);
  if (byKind === undefined)
    known.set(schema, (byKind = [undefined, undefined, undefined, undefined, undefined, undefined]));
  const found = byKind[kind];
  if (found !== undefined) return found;
  budget.left -= compilationCost;
  return (byKind[kind] = compile(schema, kind));
}

function compile(schema: StructuralSchema, kind: ValueKind): StructuralCheck[] {
  const types = typeChecks(schema, kind);
  if (kind === valueKind.null) return schema.nullable === true ? types : [...types, ...enumChecks(schema)];
  return [
    ...types,
    ...alternativeChecks(schema),
    ...scalarChecks(schema, kind),
    ...enumChecks(schema),
    ...partChecks(schema, kind),
  ];
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
