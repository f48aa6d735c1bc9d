/** The rules for ConfigMaps. */
import { configMapKey } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type { ConfigMap } from './config-map.ts';
import { decodedBytes, maxDataBytes, validateLock } from './immutable-data.ts';

export const configMapRules = [
  'Keys of data and binaryData consist of letters, digits, `-`, `_` and `.`, and are no path such as `..`.',
  'No key is in both data and binaryData.',
  'All values together have at most 1 MiB.',
  'Once immutable is true, it stays, and so do data and binaryData.',
];

export const configMapHooks: ResourceHooks<ConfigMap> = {
  validateCreate: validateConfigMap,
  validateUpdate(object, old, report) {
    validateLock(object, old, ['data', 'binaryData'], report);
    validateConfigMap(object, report);
  },
};

function validateConfigMap({ data = {}, binaryData = {} }: ConfigMap, report: Report): void {
  let totalBytes = 0;
  for (const [key, value] of Object.entries(data)) {
    reportFormat(report, `data[${key}]`, key, configMapKey);
    if (Object.hasOwn(binaryData, key)) {
      report.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData');
    }
    totalBytes += Buffer.byteLength(value);
  }
  for (const [key, value] of Object.entries(binaryData)) {
    reportFormat(report, `binaryData[${key}]`, key, configMapKey);
    totalBytes += decodedBytes(value);
  }
  // Clients know this one by a path that is none: it is about the whole object.
  if (totalBytes > maxDataBytes) report.tooLong('[]', '', maxDataBytes);
}
