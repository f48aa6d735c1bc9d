/** The rules for VolumeAttachments. */
import { dns1123Subdomain } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { validateInlineVolumeSpec } from '../../core/v1/persistent-volume-spec.rules.ts';
import { isSame } from '../../rules/is-same.ts';
import { keepMetadata, metadataBeyondStatus } from '../../rules/keep-metadata.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { validateDriverName } from './csi-driver-name.ts';
import type { VolumeAttachment } from './volume-attachment.ts';

const maxMetadataBytes = 256 * 1024;
const maxErrorBytes = 1024;

export const volumeAttachmentRules = [
  'attacher is the name of a CSI driver.',
  'The source has exactly one of persistentVolumeName and inlineVolumeSpec.',
  'An inline volume is one of a CSI driver, without claim, capacity, class or node affinity.',
  'nodeName and persistentVolumeName are DNS subdomains.',
  'attachmentMetadata has at most 256 KiB, the messages of errors have at most 1 KiB.',
  'The spec stays.',
  'The status is written through its subresource alone, which leaves labels, annotations, finalizers and owner references.',
];

export const volumeAttachmentHooks: ResourceHooks<VolumeAttachment> = {
  prepareForCreate(object) {
    object.status = { attached: false };
  },
  prepareForUpdate(object, old) {
    object.status = structuredClone(old.status);
  },
  prepareForStatusUpdate(object, old) {
    keepMetadata(object, old, metadataBeyondStatus);
  },
  validateCreate(object, report) {
    validateAttachment(object, report);
    validateNames(object, report);
  },
  validateUpdate: validateAttachmentUpdate,
  validateStatusUpdate: validateAttachmentUpdate,
};

function validateAttachmentUpdate(object: VolumeAttachment, old: VolumeAttachment, report: Report): void {
  // Twice, as clients of the API see it.
  validateAttachment(object, report);
  validateAttachment(object, report);
  if (!isSame(object.spec, old.spec)) report.invalid('spec', object.spec, 'field is immutable');
}

function validateAttachment({ spec, status }: VolumeAttachment, report: Report): void {
  if (spec.attacher === '') report.required('spec.attacher');
  report.within('spec.source', () => validateSource(spec.source, report));
  reportFormat(report, 'spec.nodeName', spec.nodeName, dns1123Subdomain);
  validateStatus(status, report);
}

function validateSource(source: VolumeAttachment['spec']['source'], report: Report): void {
  const { persistentVolumeName: name, inlineVolumeSpec: inline } = source;
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (name === undefined && inline === undefined) report.required('', detail);
  else if (name !== undefined && inline !== undefined) report.forbidden('', detail);
  else if (name === '') report.required('persistentVolumeName', 'must specify non empty persistentVolumeName');
  else if (inline !== undefined) {
    report.within('inlineVolumeSpec', () => validateInlineVolumeSpec(inline, report));
  }
}

function validateStatus(status: VolumeAttachment['status'], report: Report): void {
  let metadataBytes = 0;
  for (const [key, value] of Object.entries(status.attachmentMetadata ?? {})) {
    metadataBytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (metadataBytes > maxMetadataBytes) report.tooLong('status.attachmentMetadata', '', maxMetadataBytes);
  for (const key of ['attachError', 'detachError'] as const) {
    const { message = '' } = status[key] ?? {};
    // NOTE: the limit that clients are told is that of the metadata.
    if (Buffer.byteLength(message) > maxErrorBytes) report.tooLong(`status.${key}.message`, '', maxMetadataBytes);
  }
}

function validateNames({ spec }: VolumeAttachment, report: Report): void {
  validateDriverName(spec.attacher, 'spec.attacher', report);
  const { persistentVolumeName: name } = spec.source;
  if (name !== undefined) reportFormat(report, 'spec.source.persistentVolumeName', name, dns1123Subdomain);
}
