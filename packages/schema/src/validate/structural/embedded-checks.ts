/** The checks of embedded resources: what every object of the API has to have, whatever its schema demands. */
import { isEmbedded } from '../../language/part-schema.ts';
import type { Issue } from '../../language/report.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { invalidIssue, requiredIssue } from '../issue.ts';
import { joinPath } from '../join-path.ts';
import type { StructuralCheck } from './validation-run.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export function embeddedChecks(schema: StructuralSchema): StructuralCheck[] {
  return isEmbedded(schema) ? [checkEmbedded] : [];
}

const checkEmbedded: StructuralCheck = (value, run) => {
  const object = value as JsonObject;
  const issues = [
    ...checkText(object, 'apiVersion', findGroupVersionProblem),
    ...checkText(object, 'kind', findKindProblem),
    ...checkName(object),
  ];
  for (const issue of issues) {
    run.addIssue(run.embeddedIssues, (path) => ({ ...issue, path: joinPath(path, issue.path) }));
  }
};

function checkText(object: JsonObject, name: string, findProblem: (text: string) => string | undefined): Issue[] {
  if (!Object.hasOwn(object, name)) return [requiredIssue(name, 'must not be empty')];
  const value = object[name];
  if (typeof value !== 'string') return [invalidIssue(name, value, 'must be a string')];
  const problem = value === '' ? 'must not be empty' : findProblem(value);
  return problem === undefined ? [] : [invalidIssue(name, value, problem)];
}

function findGroupVersionProblem(text: string): string | undefined {
  return text.split('/', 3).length > 2 ? `unexpected GroupVersion string: ${text}` : undefined;
}

const label = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const longestLabel = 63;
const labelRule =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, " +
  "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
  "'[a-z]([-a-z0-9]*[a-z0-9])?')";

function findKindProblem(kind: string): string | undefined {
  const problems: string[] = [];
  if (kind.length > longestLabel) problems.push(`must be no more than ${longestLabel} characters`);
  if (!label.test(kind.toLowerCase())) problems.push(labelRule);
  if (problems.length === 0) return undefined;
  return `may have mixed case, but should otherwise match: ${problems.join(',')}`;
}

/** A name has to fit a segment of a path. */
function checkName({ metadata }: JsonObject): Issue[] {
  if (typeof metadata !== 'object' || metadata === null) return [];
  const { name } = metadata as { readonly name?: unknown };
  if (typeof name !== 'string') return [];
  const path = 'metadata.name';
  if (name === '.' || name === '..') return [invalidIssue(path, name, `may not be '${name}'`)];
  return ['/', '%']
    .filter((each) => name.includes(each))
    .map((each) => invalidIssue(path, name, `may not contain '${each}'`));
}
