/** The printer columns of custom resources. */
import type { Report } from '@keelson/schema';

import type { CustomResourceColumnDefinition } from '../v1/custom-resource-version.ts';
import { checkSimplePath } from './simple-path.ts';

const types = ['boolean', 'date', 'integer', 'number', 'string'];
const formats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** `at` is the list. */
export function checkColumns(
  columns: readonly CustomResourceColumnDefinition[] | null | undefined,
  at: string,
  report: Report,
): void {
  for (const [index, column] of (columns ?? []).entries()) checkColumn(column, `${at}[${index}]`, report);
}

/** The path has the name of a field of earlier versions. */
function checkColumn(
  { name, type, format, jsonPath }: CustomResourceColumnDefinition,
  at: string,
  report: Report,
): void {
  if (name === '') report.required(`${at}.name`);
  const ofTypes = `must be one of ${types.join(',')}`;
  if (type === '') report.required(`${at}.type`, ofTypes);
  else if (!types.includes(type)) report.invalid(`${at}.type`, type, ofTypes);
  if (format !== undefined && !formats.includes(format)) {
    report.invalid(`${at}.format`, format, `must be one of ${formats.join(',')}`);
  }
  if (jsonPath === '') report.required(`${at}.JSONPath`);
  else checkSimplePath(jsonPath, `${at}.JSONPath`, report);
}
