/** One finding of the schema validator as an issue in the API's wording. */
import type { ErrorObject } from 'ajv';
import type { Issue } from '../../language/report.ts';
import {
  invalidIssue,
  notSupportedIssue,
  requiredIssue,
  tooLongIssue,
  tooManyIssue,
  typeInvalidIssue,
} from '../issue.ts';
import { joinPath } from '../join-path.ts';
import { quote } from '../quote.ts';

export interface Place {
  /** Where the value is in what was validated; empty for the whole. */
  readonly name: string;
  /** Where what was validated is in the object that is reported on. */
  readonly at: string;
}

type Wording = (error: ErrorObject, place: Place) => Issue;

const wordings: Readonly<Record<string, Wording>> = {
  type: wordType,
  format: wordFormat,
  required: (error, place) => requiredIssue(joinPath(pathOf(place), String(error.params['missingProperty']))),
  enum: wordEnum,
  maxLength: (error, place) => tooLongIssue(pathOf(place), limitOf(error)),
  minLength: (error, place) => wordInvalid(error, place, `should be at least ${limitOf(error)} chars long`),
  pattern: (error, place) => wordInvalid(error, place, `should match '${String(error.schema)}'`),
  minimum: (error, place) => wordInvalid(error, place, `should be greater than or equal to ${limitOf(error)}`),
  maximum: (error, place) => wordInvalid(error, place, `should be less than or equal to ${limitOf(error)}`),
  exclusiveMinimum: (error, place) => wordInvalid(error, place, `should be greater than ${limitOf(error)}`),
  exclusiveMaximum: (error, place) => wordInvalid(error, place, `should be less than ${limitOf(error)}`),
  multipleOf: (error, place) => wordInvalid(error, place, `should be a multiple of ${String(error.schema)}`),
  maxItems: (error, place) => tooManyIssue(pathOf(place), sizeOf(error.data), limitOf(error)),
  minItems: (error, place) =>
    wordInvalid({ ...error, data: sizeOf(error.data) }, place, `should have at least ${limitOf(error)} items`),
  maxProperties: (error, place) => tooManyIssue(pathOf(place), sizeOf(error.data), limitOf(error)),
  minProperties: (error, place) =>
    wordInvalid({ ...error, data: sizeOf(error.data) }, place, `should have at least ${limitOf(error)} properties`),
  uniqueItems: (error, place) => wordInvalid({ ...error, data: '' }, place, `shouldn't contain duplicates`),
  additionalProperties: wordForbiddenProperty,
  anyOf: (_, place) => wordAlternatives(place, 'must validate at least one schema (anyOf)'),
  oneOf: wordOneOf,
  not: (_, place) => wordAlternatives(place, 'must not validate the schema (not)'),
};

export function wordError(error: ErrorObject, place: Place): Issue {
  const wording = Object.hasOwn(wordings, error.keyword) ? wordings[error.keyword] : undefined;
  return wording === undefined ? wordInvalid(error, place, error.message ?? 'is invalid') : wording(error, place);
}

function pathOf(place: Place): string {
  return joinPath(place.at, place.name);
}

function limitOf(error: ErrorObject): number {
  return Number(error.schema);
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Object.keys(Object(value) as object).length;
}

function wordInvalid(error: ErrorObject, place: Place, claim: string): Issue {
  return invalidIssue(pathOf(place), error.data, `${place.name} in body ${claim}`);
}

function wordType(error: ErrorObject, place: Place): Issue {
  const wanted = (error.schema as string[]).filter((type) => type !== 'null').join(',');
  const found = typeName(error.data);
  return typeInvalidIssue(pathOf(place), found, `${place.name} in body must be of type ${wanted}: ${quote(found)}`);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function wordFormat(error: ErrorObject, place: Place): Issue {
  const { data } = error as { data?: unknown };
  const claim = `${place.name} in body must be of type ${String(error.schema)}`;
  return typeInvalidIssue(pathOf(place), data, typeof data === 'string' ? `${claim}: ${quote(data)}` : claim);
}

function wordEnum(error: ErrorObject, place: Place): Issue {
  const allowed = (error.schema as unknown[]).filter((value) => value !== null);
  const texts = allowed.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return notSupportedIssue(pathOf(place), error.data, texts);
}

function wordForbiddenProperty(error: ErrorObject, place: Place): Issue {
  const key = String(error.params['additionalProperty']);
  return invalidIssue(pathOf(place), key, `${place.name}.${key} in body is a forbidden property`);
}

function wordOneOf(error: ErrorObject, place: Place): Issue {
  const passing = error.params['passingSchemas'] as readonly number[] | null;
  const found = passing === null ? 'Found none valid' : `Found ${passing.length} valid alternatives`;
  return wordAlternatives(place, `must validate one and only one schema (oneOf). ${found}`);
}

/** Reported on the whole, not on the part: clients know it so. */
function wordAlternatives(place: Place, claim: string): Issue {
  return invalidIssue(place.at === '' ? '<nil>' : place.at, '', `${quote(place.name)} ${claim}`);
}
