/** The rules for labels and annotations, wherever they are. */
import type { Report } from '@keelson/schema';
import { labelValue, qualifiedName } from '../names/qualified-name.ts';

/** All annotations of an object together, keys and values. */
export const maxAnnotationsBytes = 256 * 1024;

type TextMap = Readonly<Record<string, string>> | null | undefined;

export function validateLabels(labels: TextMap, path: string, report: Report): void {
  for (const [key, value] of Object.entries(labels ?? {})) {
    for (const problem of qualifiedName.check(key)) report.invalid(path, key, problem);
    for (const problem of labelValue.check(value)) report.invalid(path, value, problem);
  }
}

/** Keys may have upper case letters before the slash. */
export function validateAnnotations(annotations: TextMap, path: string, report: Report): void {
  let totalBytes = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    for (const problem of qualifiedName.check(key.toLowerCase())) report.invalid(path, key, problem);
    totalBytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (totalBytes > maxAnnotationsBytes) report.tooLong(path, '', maxAnnotationsBytes);
}
