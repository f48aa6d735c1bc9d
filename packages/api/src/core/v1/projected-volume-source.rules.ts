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
    report.within(srcPath, () => validateProjection(source, report));
    for (const { path, owner } of pathsOf(source)) {
      if (path === '') continue;
      if (paths.has(path)) report.invalid('', owner, 'conflicting duplicate paths');
      paths.add(path);
    }
    if (Object.values(source).length > 1) report.forbidden(srcPath, 'may not specify more than 1 volume type');
  });
}

function validateProjection(source: VolumeProjection, report: Report): void {
  for (const key of ['secret', 'configMap'] as const) {
    const part = source[key];
    if (part === undefined) continue;
    report.within(key, () => {
      if ((part.name ?? '') === '') report.required('name');
      eachItem(report, 'items', part.items, (item) => validateKeyToPath(item, report));
    });
  }
  const { downwardAPI, serviceAccountToken } = source;
  if (downwardAPI !== undefined) {
    report.within('downwardAPI', () => downwardAPI.items?.forEach((file) => validateDownwardFile(file, report)));
  }
  if (serviceAccountToken !== undefined) {
    report.within('serviceAccountToken', () => validateToken(serviceAccountToken, report));
  }
}

function validateToken({ expirationSeconds, path }: ServiceAccountTokenProjection, report: Report): void {
  if (expirationSeconds !== undefined && expirationSeconds < 10 * 60) {
    report.invalid('expirationSeconds', expirationSeconds, 'may not specify a duration less than 10 minutes');
  }
  if (expirationSeconds !== undefined && expirationSeconds > 2 ** 32) {
    report.invalid('expirationSeconds', expirationSeconds, 'may not specify a duration larger than 2^32 seconds');
  }
  if (path === '') report.required('path');
  else validateFilePath(path, 'path', report);
}

interface OwnedPath {
  readonly path: string;
  /** The source that the message of a path conflict names. */
  readonly owner: string;
}

function pathsOf({ secret, configMap, downwardAPI, serviceAccountToken }: VolumeProjection): OwnedPath[] {
  return [
    ...(secret?.items ?? []).map(({ path }) => ({ path, owner: secret?.name ?? '' })),
    ...(configMap?.items ?? []).map(({ path }) => ({ path, owner: configMap?.name ?? '' })),
    ...(downwardAPI?.items ?? []).map(({ path }) => ({ path, owner: path })),
    ...(serviceAccountToken === undefined ? [] : [{ path: serviceAccountToken.path, owner: serviceAccountToken.path }]),
  ];
}
