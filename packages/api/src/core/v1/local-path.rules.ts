/** Rules for paths of files within a volume or a container. They never touch a file system. */
import type { Report } from '@keelson/schema';

/** A relative path that does not leave the folder it starts in. */
export function validateDescendingPath(path: string, at: string, report: Report): void {
  if (path.startsWith('/')) report.invalid(at, path, 'must be a relative path');
  validateNoBacksteps(path, at, report);
}

/** As above; names that begin with two dots are reserved for the atomic writer of the volume. */
export function validateFilePath(path: string, at: string, report: Report): void {
  validateDescendingPath(path, at, report);
  if (path.startsWith('..') && !path.startsWith('../')) report.invalid(at, path, "must not start with '..'");
}

export function validateNoBacksteps(path: string, at: string, report: Report): void {
  if (hasBacksteps(path)) report.invalid(at, path, "must not contain '..'");
}

export function hasBacksteps(path: string): boolean {
  return path.split('/').includes('..');
}

/** Permission bits, as in `chmod`. */
export function validateFileMode(mode: number | undefined, at: string, report: Report): void {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return;
  report.invalid(at, mode, 'must be a number between 0 and 0777 (octal), both inclusive');
}
