/** One fault of a value as an issue in the API's wording. */
import { encodeSorted } from '../../json/encode-sorted.ts';
import type { Issue } from '../../language/report.ts';
import {
  invalidIssue,
  notSupportedIssue,
  requiredIssue,
  tooLongIssue,
  tooManyIssue,
  typeInvalidIssue,
} from '../issue.ts';
import { freeFormValue } from '../../printed/free-form-value.ts';
import { joinPath } from '../join-path.ts';
import { quote } from '../../printed/quote.ts';
import type { SchemaFault, FaultKeyword } from './schema-fault.ts';

/** The path is that of the value in the object that is reported on. */
type Wording = (fault: SchemaFault, path: string) => Issue;

const wordings: Readonly<Record<FaultKeyword, Wording>> = {
  type: wordType,
  format: wordType,
  required: ({ limit }, path) => requiredIssue(joinPath(path, String(limit))),
  enum: wordEnum,
  maxLength: ({ limit }, path) => tooLongIssue(path, Number(limit)),
  minLength: claim((limit) => `should be at least ${limit} chars long`),
  pattern: claim((limit) => `should match '${limit}'`),
  minimum: claim((limit) => `should be greater than or equal to ${limit}`),
  maximum: claim((limit) => `should be less than or equal to ${limit}`),
  exclusiveMinimum: claim((limit) => `should be greater than ${limit}`),
  exclusiveMaximum: claim((limit) => `should be less than ${limit}`),
  multipleOf: claim((limit) => `should be a multiple of ${limit}`),
  maxItems: ({ value, limit }, path) => tooManyIssue(path, Number(value), Number(limit)),
  minItems: claim((limit) => `should have at least ${limit} items`),
  maxProperties: ({ value, limit }, path) => tooManyIssue(path, Number(value), Number(limit)),
  minProperties: claim((limit) => `should have at least ${limit} properties`),
  uniqueItems: claim(() => `shouldn't contain duplicates`),
  additionalProperties: ({ name, value }, path) =>
    invalidIssue(path, value, `${name}.${String(value)} in body is a forbidden property`),
  allOf: alternatives(({ limit }) => `must validate all the schemas (allOf)${limit === 0 ? '. None validated' : ''}`),
  anyOf: alternatives(() => 'must validate at least one schema (anyOf)'),
  oneOf: alternatives(({ limit }) => {
    const found = limit === 0 ? 'Found none valid' : `Found ${String(limit)} valid alternatives`;
    return `must validate one and only one schema (oneOf). ${found}`;
  }),
  not: alternatives(() => 'must not validate the schema (not)'),
};

/** `at` is where the validated value is in the object that is reported on. */
export function wordFault(fault: SchemaFault, at: string): Issue {
  const isOfWhole = wholeWords.has(fault.keyword);
  return wordings[fault.keyword](fault, isOfWhole ? at : joinPath(at, fault.name));
}

function claim(text: (limit: string) => string): Wording {
  return ({ name, value, limit }, path) => invalidIssue(path, value, `${name} in body ${text(String(limit))}`);
}

const wholeWords: ReadonlySet<FaultKeyword> = new Set(['allOf', 'anyOf', 'oneOf', 'not']);

/** Reported on the whole, not on the part: clients know it so. */
function alternatives(text: (fault: SchemaFault) => string): Wording {
  return (fault, path) => invalidIssue(path === '' ? '<nil>' : path, '', `${quote(fault.name)} ${text(fault)}`);
}

/** The value is the name of the type that was found, or the text that does not have the format. */
function wordType({ name, value, limit }: SchemaFault, path: string): Issue {
  return typeInvalidIssue(path, value, `${name} in body must be of type ${String(limit)}: ${quote(String(value))}`);
}

/** More values are not read by anybody. */
const mostValues = 1_000;

function wordEnum({ value, limit }: SchemaFault, path: string): Issue {
  const allowed = (limit as readonly unknown[]).slice(0, mostValues).filter((each) => each !== null);
  return notSupportedIssue(path, isContainer(value) ? freeFormValue(value) : value, allowed.map(printAllowed));
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function printAllowed(value: unknown): string {
  return typeof value === 'string' ? value : (encodeSorted(value) ?? 'null');
}
