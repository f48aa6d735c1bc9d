/** Rules for storage on the node itself. */
import { signOfQuantity } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import type { EmptyDirVolumeSource, GitRepoVolumeSource, HostPathVolumeSource } from './host-storage.ts';
import { validateDescendingPath, validateNoBacksteps } from './local-path.rules.ts';

export function validateEmptyDir({ sizeLimit }: EmptyDirVolumeSource, report: Report): void {
  if (sizeLimit === undefined || signOfQuantity(sizeLimit) >= 0) return;
  report.forbidden('sizeLimit', 'SizeLimit field must be a valid resource quantity');
}

/** An unknown type is refused by its declaration. */
export function validateHostPath({ path }: HostPathVolumeSource, report: Report): void {
  if (path === '') report.required('path');
  else validateNoBacksteps(path, 'path', report);
}

export function validateGitRepo({ repository, directory = '' }: GitRepoVolumeSource, report: Report): void {
  if (repository === '') report.required('repository');
  validateDescendingPath(directory, 'directory', report);
}
