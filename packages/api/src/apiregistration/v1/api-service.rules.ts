/** Prepares and validates writes of API services. Reachability of the service is not checked here. */
import { dns1035Label } from '@keelson/meta';
import { quote, type Report, type ResourceHooks } from '@keelson/schema';

import { keepMetadata } from '../../rules/keep-metadata.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type APIService, APIServiceStatus } from './api-service.ts';

export const apiServiceRules = [
  'It is named `<version>.<group>`.',
  'version is a DNS label; groupPriorityMinimum is 1 to 20000, versionPriority 1 to 1000.',
  'A write of the status keeps labels, annotations, finalizers and owner references.',
];

const forStatus = statusHooks(APIServiceStatus);

export const apiServiceHooks: ResourceHooks<APIService> = {
  ...forStatus,
  prepareForStatusUpdate(object, old) {
    forStatus.prepareForStatusUpdate(object, old);
    keepMetadata(object, old, ['labels', 'annotations', 'finalizers', 'ownerReferences']);
  },
  validateCreate: validateService,
  validateUpdate: (object, _old, report) => validateService(object, report),
};

function validateService({ metadata, spec }: APIService, report: Report): void {
  const { group = '', version = '', groupPriorityMinimum, versionPriority } = spec;
  const { name = '' } = metadata;
  const expected = `${version}.${group}`;
  if (name !== '' && name !== expected) {
    report.invalid('metadata.name', name, `must be \`spec.version+"."+spec.group\`: ${quote(expected)}`);
  }
  reportFormat(report, 'spec.version', version, dns1035Label);
  if (groupPriorityMinimum < 1 || groupPriorityMinimum > 20000) {
    report.invalid('spec.groupPriorityMinimum', groupPriorityMinimum, 'must be positive and less than 20000');
  }
  if (versionPriority < 1 || versionPriority > 1000) {
    report.invalid('spec.versionPriority', versionPriority, 'must be positive and less than 1000');
  }
}
