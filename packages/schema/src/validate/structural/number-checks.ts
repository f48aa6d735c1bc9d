/** The checks of numbers. Whole ones beyond 2^53 are compared exactly. */
import type { StructuralSchema } from '../../language/structural-schema.ts';
import type { FaultKeyword } from './schema-fault.ts';
import type { StructuralCheck } from './validation-run.ts';

type Limit = number | null | undefined;
type NumberTest = (value: number | bigint) => boolean;

export function numberChecks(schema: StructuralSchema): StructuralCheck[] {
  const { multipleOf, minimum, maximum } = schema;
  const checks: StructuralCheck[] = [];
  if (isSet(multipleOf) && multipleOf > 0) {
    checks.push(check('multipleOf', multipleOf, (value) => isMultiple(value, multipleOf)));
  }
  if (isSet(minimum)) checks.push(minimumCheck(minimum, schema.exclusiveMinimum === true));
  if (isSet(maximum)) checks.push(maximumCheck(maximum, schema.exclusiveMaximum === true));
  return checks;
}

function minimumCheck(limit: number, isExclusive: boolean): StructuralCheck {
  return isExclusive
    ? check('exclusiveMinimum', limit, (value) => value > limit)
    : check('minimum', limit, (value) => value >= limit);
}

function maximumCheck(limit: number, isExclusive: boolean): StructuralCheck {
  return isExclusive
    ? check('exclusiveMaximum', limit, (value) => value < limit)
    : check('maximum', limit, (value) => value <= limit);
}

function check(keyword: FaultKeyword, limit: number, test: NumberTest): StructuralCheck {
  return (value, run) => {
    if (!test(value as number | bigint)) run.addFault(keyword, limit, value);
  };
}

/** Fractions are multiples within the rounding of their division, as in kube-apiserver: 0.3 is one of 0.1. */
const tolerance = 1e-9;

function isMultiple(value: number | bigint, unit: number): boolean {
  if (typeof value === 'bigint' && Number.isSafeInteger(unit)) return value % BigInt(unit) === 0n;
  const number = Number(value);
  const quotient = unit < 1 ? (1 / unit) * number : number / unit;
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  const distance = Math.abs(quotient - Math.round(quotient));
  return distance === 0 || (!Number.isInteger(unit) && distance <= tolerance * Math.abs(quotient));
}

function isSet(limit: Limit): limit is number {
  return limit !== undefined && limit !== null;
}
