/**
 * Validates values against a schema that is known only at run time. The schema may
 * come from a stranger: it cannot name code, reach other documents or run without end.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Issue } from '../../language/report.ts';
import { areUnique } from './are-unique.ts';
import { findFormat } from './formats.ts';
import { compilePattern } from './pattern.ts';
import { toPlainNumbers } from './plain-numbers.ts';
import { translateErrors } from './translate-errors.ts';
import { translateSchema, type SchemaProblem } from './translate-schema.ts';

/** `at` is where the value is in the object that is reported on; empty when it is the object. */
export type JsonSchemaCheck = (value: unknown, at?: string) => Issue[];

export type JsonSchemaResult =
  | { readonly ok: true; readonly validate: JsonSchemaCheck }
  | { readonly ok: false; readonly problems: readonly SchemaProblem[] };

/** In larger values only the first error is reported: collecting all takes memory for each. */
const maxValuesForAllErrors = 20_000;

export function compileJsonSchema(schema: unknown): JsonSchemaResult {
  const problems: SchemaProblem[] = [];
  const translated = translateSchema(schema, problems);
  if (problems.length > 0) return { ok: false, problems };
  let isValid: ValidateFunction;
  try {
    isValid = createAjv({ allErrors: false }).compile(translated);
  } catch (cause) {
    return { ok: false, problems: [{ path: '', message: cause instanceof Error ? cause.message : String(cause) }] };
  }
  let collect: ValidateFunction | undefined;
  const validate: JsonSchemaCheck = (value, at = '') => {
    const plain = toPlainNumbers(value);
    if (isValid(plain)) return [];
    const areAllWanted = countValues(plain, maxValuesForAllErrors) < maxValuesForAllErrors;
    if (areAllWanted) collect ??= createAjv({ allErrors: true }).compile(translated);
    return translateErrors(errorsOf(areAllWanted && collect !== undefined ? collect : isValid, plain), plain, at);
  };
  return { ok: true, validate };
}

function errorsOf(check: ValidateFunction, value: unknown): readonly ErrorObject[] {
  check(value);
  return check.errors ?? [];
}

/** A new one for each schema, so that nothing is kept when the schema goes. */
function createAjv({ allErrors }: { allErrors: boolean }): Ajv {
  const ajv = new Ajv({
    allErrors,
    verbose: true,
    strict: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    ownProperties: true,
    logger: false,
  });
  for (const keyword of ['pattern', 'format', 'uniqueItems']) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: 'pattern', type: 'string', compile: compilePatternWord });
  ajv.addKeyword({ keyword: 'format', compile: (name: string) => findFormat(name) ?? (() => true) });
  // NOTE: the library's own comparison is quadratic.
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', compile: () => areUnique });
  return ajv;
}

function compilePatternWord(source: string): (text: string) => boolean {
  const pattern = compilePattern(source);
  return pattern.ok ? pattern.matches : () => false;
}

/** Counts up to `limit`. */
function countValues(value: unknown, limit: number): number {
  let count = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0 && count < limit) {
    const next = rest.pop();
    count++;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) rest.push(inner);
  }
  return count;
}
