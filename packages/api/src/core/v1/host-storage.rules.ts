/** Rules for storage on the node itself. */
import { signOfQuantity } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportUnlisted } from '../../rules/report-unlisted.ts';
import type { EmptyDirVolumeSource, GitRepoVolumeSource, HostPathVolumeSource } from './host-storage.ts';
import { validateDescendingPath, validateNoBacksteps } from './local-path.rules.ts';

export function validateEmptyDir({ sizeLimit }: EmptyDirVolumeSource, report: Report): void {
  if (sizeLimit === undefined || signOfQuantity(sizeLimit) >= 0) return;
  report.forbidden('sizeLimit', 'SizeLimit field must be a valid resource quantity');
}

const pathTypes = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];

export function validateHostPath({ path, type }: HostPathVolumeSource, report: Report): void {
  if (path === '') {
    report.required('path');
    return;
  }
  validateNoBacksteps(path, 'path', report);
  reportUnlisted(report, 'type', type, pathTypes);
}

export function validateGitRepo({ repository, directory = '' }: GitRepoVolumeSource, report: Report): void {
  if (repository === '') report.required('repository');
  validateDescendingPath(directory, 'directory', report);
}
