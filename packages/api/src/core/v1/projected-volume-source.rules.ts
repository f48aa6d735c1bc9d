/** Rules for volumes whose files are written from the API. */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { validateFieldSelector, validateResourceSelector, volumeFields } from './field-selector.rules.ts';
import { validateFileMode, validateFilePath } from './local-path.rules.ts';
import type {
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  ProjectedVolumeSource,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from './projected-volume-source.ts';

export function validateSecretVolume(source: SecretVolumeSource, report: Report): void {
  const { secretName = '', defaultMode, items } = source;
  if (secretName === '') report.required('secretName');
  validateFileMode(defaultMode, 'defaultMode', report);
  eachItem(report, 'items', items, (item) => validateKeyToPath(item, report));
}

export function validateConfigMapVolume(
  { name = '', defaultMode, items }: ConfigMapVolumeSource,
  report: Report,
): void {
  if (name === '') report.required('name');
  validateFileMode(defaultMode, 'defaultMode', report);
  eachItem(report, 'items', items, (item) => validateKeyToPath(item, report));
}

export function validateDownwardApiVolume({ defaultMode, items }: DownwardAPIVolumeSource, report: Report): void {
  validateFileMode(defaultMode, 'defaultMode', report);
  // Clients know the paths of these items without the index.
  for (const item of items ?? []) validateDownwardFile(item, report);
}

function validateKeyToPath({ key, path, mode }: KeyToPath, report: Report): void {
  if (key === '') report.required('key');
  if (path === '') report.required('path');
  validateFilePath(path, 'path', report);
  validateFileMode(mode, 'mode', report);
}

function validateDownwardFile(file: DownwardAPIVolumeFile, report: Report): void {
  const { path, fieldRef, resourceFieldRef, mode } = file;
  if (path === '') report.required('path');
  validateFilePath(path, 'path', report);
  if (fieldRef !== undefined) {
    validateFieldSelector(fieldRef, volumeFields, 'fieldRef', report);
    if (resourceFieldRef !== undefined) {
      report.invalid('', 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously');
    }
  } else if (resourceFieldRef !== undefined) {
    validateResourceSelector(resourceFieldRef, { path: 'resourceFieldRef', isInVolume: true }, report);
  } else {
    report.required('', 'one of fieldRef and resourceFieldRef is required');
  }
  validateFileMode(mode, 'mode', report);
}

/** The files of all sources lie in one folder, so their paths must differ. */
export function validateProjectedVolume({ sources, defaultMode }: ProjectedVolumeSource, report: Report): void {
  validateFileMode(defaultMode, 'defaultMode', report);
  const paths = new Set<string>();
  sources?.forEach((source, index) => {
    const srcPath = `sources[${index}]`;
    validateProjection(source, srcPath, paths, report);
    if (Object.values(source).length > 1) report.forbidden(srcPath, 'may not specify more than 1 volume type');
  });
}

/** Reports under the whole volume, in which clients know some of the faults. */
function validateProjection(source: VolumeProjection, at: string, paths: Set<string>, report: Report): void {
  const { downwardAPI, serviceAccountToken } = source;
  for (const key of ['secret', 'configMap'] as const) {
    const part = source[key];
    if (part === undefined) continue;
    const { name = '' } = part;
    if (name === '') report.required(`${at}.${key}.name`);
    part.items?.forEach((item, index) => {
      report.within(`${at}.${key}.items[${index}]`, () => validateKeyToPath(item, report));
      validateNewPath(item.path, name, paths, report);
    });
  }
  for (const file of downwardAPI?.items ?? []) {
    report.within(`${at}.downwardAPI`, () => validateDownwardFile(file, report));
    validateNewPath(file.path, file.path, paths, report);
  }
  if (serviceAccountToken !== undefined) validateToken(serviceAccountToken, `${at}.serviceAccountToken`, report);
}

/** `owner` is the source that the message of a conflict names. */
function validateNewPath(path: string, owner: string, paths: Set<string>, report: Report): void {
  if (path === '') return;
  if (paths.has(path)) report.invalid('', owner, 'conflicting duplicate paths');
  paths.add(path);
}

/** Neither the form of the path is looked at nor whether another source writes it. */
function validateToken(token: ServiceAccountTokenProjection, at: string, report: Report): void {
  const { expirationSeconds: seconds, path } = token;
  if (seconds !== undefined && seconds < 10 * 60) {
    report.invalid(`${at}.expirationSeconds`, seconds, 'may not specify a duration less than 10 minutes');
  }
  if (seconds !== undefined && seconds > 2 ** 32) {
    report.invalid(`${at}.expirationSeconds`, seconds, 'may not specify a duration larger than 2^32 seconds');
  }
  if (path === '') report.required('path');
}
