/**
 * Checks objects against the rules of their message: declared constraints in the
 * order of the fields, then the message's own rules, then its structural schema. Compiled once per message;
 * what has no rules below it is not walked at all.
 */
import { compileOnce } from '../compile-once.ts';
import { maxNesting } from '../json/max-nesting.ts';
import type { AlternativeShape, Field, ListShape, MapShape, Message, Shape } from '../language/descriptor.ts';
import type { Issue, RuleGates } from '../language/report.ts';
import { compileIntegerCheck, compileStringCheck, type Check } from './check-scalar.ts';
import { hasRules, shapeHasRules } from './has-rules.ts';
import { compileIsEmpty } from './is-empty.ts';
import { createReport, type IssueReport } from './report.ts';
import { validateStructural } from './structural/validate-structural.ts';

/** Validates `object`, which is in canonical form. Returns no issues when it is valid. */
export function validate(message: Message, object: unknown, gates?: RuleGates): Issue[] {
  if (!hasRules(message)) return [];
  const report = createReport(gates);
  checkOf(message)(object, report);
  return report.issues;
}

const checkOf = compileOnce<Check>(compileMessage);

function compileMessage(message: Message): Check {
  const checks = Object.entries(message.fields).flatMap(([key, field]) => compileField(key, field) ?? []);
  const { structuralSchema } = message;
  return (object, report) => {
    if (report.depth >= maxNesting) {
      report.forbidden('', `must not be nested deeper than ${maxNesting} levels`);
      return;
    }
    report.depth++;
    for (const check of checks) check(object, report);
    message.validate?.(object, report);
    if (structuralSchema !== undefined) report.add(validateStructural(structuralSchema(), object));
    report.depth--;
  };
}

function compileField(key: string, field: Field): Check | undefined {
  if (field.isUnchecked === true) return undefined;
  if (field.presence === 'inline') return compileShape(field.shape);
  const check = compileShape(field.shape);
  const { notEmpty } = field;
  if (check === undefined && notEmpty === undefined) return undefined;
  const isEmpty = compileIsEmpty(field);
  const detail = typeof notEmpty === 'string' ? notEmpty : undefined;
  return (object, report) => {
    const value = (object as Record<string, unknown>)[key];
    if (isEmpty(value)) {
      if (notEmpty !== undefined) report.required(key, detail);
    } else if (check !== undefined) {
      checkAt(key, check, value, report);
    }
  };
}

/** Costs no path unless something is reported. */
function checkAt(path: string, check: Check, value: unknown, report: IssueReport): void {
  const before = report.issues.length;
  check(value, report);
  if (report.issues.length > before) report.prefixFrom(before, path);
}

function compileShape(shape: Shape): Check | undefined {
  switch (shape.kind) {
    case 'string':
      return compileStringCheck(shape);
    case 'int32':
    case 'int64':
      return compileIntegerCheck(shape);
    case 'list':
      return compileList(shape);
    case 'map':
      return compileMap(shape);
    case 'message':
      return shapeHasRules(shape) ? checkOf(shape.message()) : undefined;
    case 'alternative':
      return compileAlternative(shape);
    case 'bool':
    case 'double':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return undefined;
  }
}

function compileList(shape: ListShape): Check | undefined {
  if (!shapeHasRules(shape)) return undefined;
  const { minItems = 0, maxItems = Infinity } = shape;
  const checkItem = compileShape(shape.item);
  return (value, report) => {
    const items = value as unknown[];
    if (items.length > maxItems) report.tooMany('', items.length, maxItems);
    if (items.length < minItems) report.invalid('', items.length, `must have at least ${minItems} items`);
    if (checkItem === undefined) return;
    for (let index = 0; index < items.length && !report.isFull; index += 1) {
      const before = report.issues.length;
      checkItem(items[index], report);
      if (report.issues.length > before) report.prefixFrom(before, `[${index}]`);
    }
  };
}

function compileMap(shape: MapShape): Check | undefined {
  if (!shapeHasRules(shape)) return undefined;
  const { keyFormat } = shape;
  const checkValue = compileShape(shape.value);
  return (value, report) => {
    for (const [key, entry] of Object.entries(value as Record<string, unknown>)) {
      if (report.isFull) return;
      for (const detail of keyFormat?.check(key) ?? []) report.invalid(`[${key}]`, key, detail);
      if (checkValue !== undefined) checkAt(`[${key}]`, checkValue, entry, report);
    }
  };
}

/** The message in either form; the plain alternative (a boolean, a list of texts) has no rules. */
function compileAlternative(shape: AlternativeShape): Check | undefined {
  const message = shape.message();
  if (!hasRules(message)) return undefined;
  const check = checkOf(message);
  return (value, report) => {
    if (Array.isArray(value)) {
      if (shape.or === 'messageList') value.forEach((item, at) => checkAt(`[${at}]`, check, item, report));
    } else if (typeof value === 'object' && value !== null) {
      check(value, report);
    }
  };
}
