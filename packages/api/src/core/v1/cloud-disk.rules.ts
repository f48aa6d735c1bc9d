/** Rules for disks and file shares of cloud providers. */
import type { Report } from '@keelson/schema';

import { reportUnlisted } from '../../rules/report-unlisted.ts';
import type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CinderVolumeSource,
  GCEPersistentDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './cloud-disk.ts';

function requireText(text: string, path: string, report: Report): void {
  if (text === '') report.required(path);
}

function validatePartition(partition: number | undefined, report: Report): void {
  if (partition === undefined || (partition >= 0 && partition <= 255)) return;
  // Clients know the message with 1; 0 is the whole disk.
  report.invalid('partition', partition, 'must be between 1 and 255, inclusive');
}

export function validateGcePersistentDisk(source: GCEPersistentDiskVolumeSource, report: Report): void {
  requireText(source.pdName, 'pdName', report);
  validatePartition(source.partition, report);
}

export function validateAwsElasticBlockStore(source: AWSElasticBlockStoreVolumeSource, report: Report): void {
  requireText(source.volumeID, 'volumeID', report);
  validatePartition(source.partition, report);
}

export function validateAzureFile(source: AzureFileVolumeSource, report: Report): void {
  requireText(source.secretName, 'secretName', report);
  requireText(source.shareName, 'shareName', report);
}

const managedDisk = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobDisk = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

const cachingModes = ['None', 'ReadOnly', 'ReadWrite'];
const diskKinds = ['Dedicated', 'Managed', 'Shared'];

export function validateAzureDisk(source: AzureDiskVolumeSource, report: Report): void {
  const { diskName, diskURI, cachingMode, kind } = source;
  requireText(diskName, 'diskName', report);
  requireText(diskURI, 'diskURI', report);
  reportUnlisted(report, 'cachingMode', cachingMode, cachingModes);
  reportUnlisted(report, 'kind', kind, diskKinds);
  if (kind === 'Managed') {
    if (!diskURI.startsWith('/subscriptions/')) report.notSupported('diskURI', diskURI, [managedDisk]);
  } else if (kind !== undefined && !diskURI.startsWith('https://')) {
    report.notSupported('diskURI', diskURI, [blobDisk]);
  }
}

export function validateCinder({ volumeID, secretRef }: CinderVolumeSource, report: Report): void {
  requireText(volumeID, 'volumeID', report);
  if (secretRef !== undefined) requireText(secretRef.name ?? '', 'secretRef.name', report);
}

export function validatePhotonPersistentDisk({ pdID }: PhotonPersistentDiskVolumeSource, report: Report): void {
  requireText(pdID, 'pdID', report);
}

export function validateVsphereVolume({ volumePath }: VsphereVirtualDiskVolumeSource, report: Report): void {
  requireText(volumePath, 'volumePath', report);
}
