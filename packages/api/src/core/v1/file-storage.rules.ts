/** Rules for file systems reached over the network. */
import type { Report } from '@keelson/schema';

import type {
  CephFSVolumeSource,
  FlockerVolumeSource,
  GlusterfsVolumeSource,
  NFSVolumeSource,
  QuobyteVolumeSource,
} from './file-storage.ts';

export function validateNfs({ server, path }: NFSVolumeSource, report: Report): void {
  if (server === '') report.required('server');
  if (path === '') report.required('path');
  if (!path.startsWith('/')) report.invalid('path', path, 'must be an absolute path');
}

export function validateGlusterfs({ endpoints, path }: GlusterfsVolumeSource, report: Report): void {
  if (endpoints === '') report.required('endpoints');
  if (path === '') report.required('path');
}

export function validateFlocker({ datasetName = '', datasetUUID = '' }: FlockerVolumeSource, report: Report): void {
  if (datasetName === '' && datasetUUID === '') {
    report.required('', 'one of datasetName and datasetUUID is required');
  }
  if (datasetName !== '' && datasetUUID !== '') {
    report.invalid('', 'resource', 'datasetName and datasetUUID can not be specified simultaneously');
  }
  if (datasetName.includes('/')) report.invalid('datasetName', datasetName, "must not contain '/'");
}

export function validateCephFs({ monitors }: CephFSVolumeSource, report: Report): void {
  if (monitors === null || monitors.length === 0) report.required('monitors');
}

const registryForm = 'must be a host:port pair or multiple pairs separated by commas';
const maxTenantLength = 64;
const hostAndPort = /^(\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/;

export function validateQuobyte({ registry, volume, tenant = '' }: QuobyteVolumeSource, report: Report): void {
  if (registry === '') report.required('registry', registryForm);
  else if (tenant.length > maxTenantLength) {
    report.required('tenant', `must be a UUID and may not exceed a length of ${maxTenantLength} characters`);
  } else {
    // Clients count this fault once for each pair.
    for (const pair of registry.split(',')) {
      if (!hostAndPort.test(pair)) report.invalid('registry', registry, registryForm);
    }
  }
  if (volume === '') report.required('volume');
}
