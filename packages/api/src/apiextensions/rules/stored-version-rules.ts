/** The versions in which objects may be stored: the storage version is one, and each is still defined. */
import { stringsValue, type Report } from '@keelson/schema';

import type { CustomResourceDefinition } from '../v1/custom-resource-definition.ts';

const path = 'status.storedVersions';

export function checkStoredVersions({ spec, status }: CustomResourceDefinition, report: Report): void {
  const stored = status.storedVersions ?? [];
  if (stored.length === 0) {
    report.invalid(path, stringsValue(null), 'must have at least one stored version');
    return;
  }
  const known = new Set(stored);
  const defined = new Set<string>();
  for (const { name, storage } of spec.versions ?? []) {
    if (storage && !known.has(name)) report.invalid(path, stored, `must have the storage version ${name}`);
    defined.add(name);
  }
  for (const [index, name] of stored.entries()) {
    if (!defined.has(name)) report.invalid(`${path}[${index}]`, name, 'must appear in spec.versions');
  }
}
