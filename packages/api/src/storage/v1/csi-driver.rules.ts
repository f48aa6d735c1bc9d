/** The rules for CSIDrivers. */
import { stringsValue, type Report, type ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { isSame } from '../../rules/is-same.ts';
import type { CSIDriver, TokenRequest } from './csi-driver.ts';

const fsGroupPolicies = ['ReadWriteOnceWithFSType', 'File', 'None'];
const lifecycleModes = ['Persistent', 'Ephemeral'];
const minExpirationSeconds = 600;
const maxExpirationSeconds = 2 ** 32;

export const csiDriverRules = [
  'fsGroupPolicy is ReadWriteOnceWithFSType, File or None.',
  'Token requests are for different audiences; tokens live from 10 minutes to 2^32 seconds.',
  'Volume lifecycle modes are Persistent or Ephemeral.',
  'attachRequired, fsGroupPolicy, podInfoOnMount and volumeLifecycleModes stay.',
];

/** Their changes are counted, from the first one on: a new driver has no generation. */
const counted = ['tokenRequests', 'requiresRepublish', 'storageCapacity'] as const;

export const csiDriverHooks: ResourceHooks<CSIDriver> = {
  prepareForUpdate({ metadata, spec }, { metadata: old, spec: before }) {
    if (counted.every((key) => isSame(spec[key], before[key]))) return;
    metadata.generation = Number(old.generation ?? 0) + 1;
  },
  validateCreate: validateCsiDriver,
  validateUpdate(object, old, report) {
    validateCsiDriver(object, report);
    report.within('spec', () => {
      // The first path is the API's; the field is called attachRequired.
      validateSame('attachedRequired', object.spec.attachRequired, old.spec.attachRequired, report);
      for (const key of ['fsGroupPolicy', 'podInfoOnMount'] as const) {
        validateSame(key, object.spec[key], old.spec[key], report);
      }
      const { volumeLifecycleModes: modes } = object.spec;
      if (!isSame(modes, old.spec.volumeLifecycleModes)) {
        report.invalid(
          'volumeLifecycleModes',
          stringsValue(modes, 'storage.VolumeLifecycleMode'),
          'field is immutable',
        );
      }
      validateTokenRequests(object.spec.tokenRequests, report);
    });
  },
};

function validateCsiDriver({ spec }: CSIDriver, report: Report): void {
  report.within('spec', () => {
    if (spec.attachRequired === undefined) report.required('attachedRequired');
    if (spec.podInfoOnMount === undefined) report.required('podInfoOnMount');
    if (spec.storageCapacity === undefined) report.required('storageCapacity');
    const { fsGroupPolicy } = spec;
    if (fsGroupPolicy !== undefined && !fsGroupPolicies.includes(fsGroupPolicy)) {
      report.notSupported('fsGroupPolicy', fsGroupPolicy, [...fsGroupPolicies].sort());
    }
    validateTokenRequests(spec.tokenRequests, report);
    for (const mode of spec.volumeLifecycleModes ?? []) {
      if (!lifecycleModes.includes(mode)) report.notSupported('volumeLifecycleModes', mode, lifecycleModes);
    }
  });
}

function validateTokenRequests(requests: readonly TokenRequest[] | undefined, report: Report): void {
  const audiences = new Set<string>();
  eachItem(report, 'tokenRequests', requests, ({ audience, expirationSeconds }) => {
    if (audiences.has(audience)) {
      report.duplicate('audience', audience);
      return;
    }
    audiences.add(audience);
    if (expirationSeconds === undefined) return;
    const path = 'expirationSeconds';
    if (expirationSeconds < minExpirationSeconds) {
      report.invalid(path, expirationSeconds, 'may not specify a duration less than 10 minutes');
    }
    if (expirationSeconds > maxExpirationSeconds) {
      report.invalid(path, expirationSeconds, 'may not specify a duration larger than 2^32 seconds');
    }
  });
}

function validateSame(path: string, value: unknown, old: unknown, report: Report): void {
  if (!isSame(value, old)) report.invalid(path, value, 'field is immutable');
}
