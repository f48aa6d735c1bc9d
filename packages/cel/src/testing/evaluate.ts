/** Evaluates expressions for tests: the result in a notation that shows its type, or the error. */
import { checkExpression } from '../check/check-expression.ts';
import { DeclaredTypes } from '../declared/declared-type.ts';
import { compileExpression } from '../evaluate/compile-expression.ts';
import { parseExpression } from '../syntax/parser.ts';
import { simpleTypes } from '../typing/cel-type.ts';
import { CostMeter } from '../values/cost-meter.ts';
import { celTypeNameOf } from '../values/type-names.ts';
import {
  CelDuration,
  CelFault,
  CelList,
  CelObject,
  CelTimestamp,
  CelTypeName,
  CelUint,
  CelUrl,
  isCelMap,
} from '../values/value.ts';
import type { StructuralSchema } from '@keelson/schema';
import type { CelValue } from '../values/value.ts';

export interface Subject {
  readonly schema: StructuralSchema;
  readonly value: unknown;
}

/** `self` is the value of `subject`. A fault that is found before evaluation begins with `static: `. */
export function evaluateText(source: string, subject?: Subject): string {
  const parsed = parseExpression(source);
  if (!parsed.ok) return `static: ${parsed.faults[0]?.message}`;
  const declared = subject === undefined ? undefined : new DeclaredTypes().declare(subject.schema, false);
  const checked = checkExpression(parsed.expression, declared?.type ?? simpleTypes.dyn);
  if (!checked.ok) return `static: ${checked.faults[0]?.message}`;
  const self = declared?.read(subject?.value) ?? null;
  return show(compileExpression(checked.expression)({ meter: new CostMeter(1_000_000), slots: [self, null] }));
}

function show(value: CelValue | undefined): string {
  if (value === undefined) return '';
  if (value instanceof CelFault) return `error: ${value.message}`;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value);
  if (typeof value === 'number')
    return Number.isInteger(value) && !Object.is(value, -0) ? `${value}.0` : showDouble(value);
  return showObject(value);
}

function showDouble(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

function showObject(value: CelValue): string {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof CelUint) return `${value.value}u`;
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (value instanceof CelList)
    return `[${Array.from({ length: value.size }, (_, at) => show(value.at(at))).join(', ')}]`;
  if (value instanceof CelTimestamp || value instanceof CelDuration)
    return `${celTypeNameOf(value)} ${value.nanoseconds}`;
  if (value instanceof CelTypeName) return value.name;
  if (value instanceof CelUrl) return `url ${value.text}`;
  if (value instanceof CelObject || !isCelMap(value)) return 'object';
  return `{${value
    .keys()
    .map((key) => `${show(key)}: ${show(value.get(key))}`)
    .join(', ')}}`;
}
