/** Prepares and validates writes of API services. Reachability of the service is not checked here. */
import { checkPortNumber, dns1035Label, dns1123Subdomain, pathSegmentName } from '@keelson/meta';
import { quote, type Report, type ResourceHooks } from '@keelson/schema';

import { keepMetadata } from '../../rules/keep-metadata.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type APIService, type APIServiceSpec, APIServiceStatus } from './api-service.ts';
import { localCondition } from './local-condition.ts';

export const apiServiceRules = [
  'It is named `<version>.<group>`.',
  'version is a DNS label; groupPriorityMinimum is 1 to 20000, versionPriority 1 to 1000.',
  'Without a service, it is available at once, and has neither a caBundle nor insecureSkipTLSVerify.',
  'insecureSkipTLSVerify excludes a caBundle.',
  'The status of a condition is True, False or Unknown.',
  'A write of the status keeps labels, annotations, finalizers and owner references.',
];

const forStatus = statusHooks(APIServiceStatus);

export const apiServiceHooks: ResourceHooks<APIService> = {
  ...forStatus,
  prepareForCreate(object) {
    forStatus.prepareForCreate(object);
    const { creationTimestamp } = object.metadata;
    if (object.spec.service === undefined) object.status.conditions = [localCondition(creationTimestamp)];
  },
  prepareForStatusUpdate(object, old) {
    forStatus.prepareForStatusUpdate(object, old);
    keepMetadata(object, old, ['labels', 'annotations', 'finalizers', 'ownerReferences']);
  },
  validateCreate: validateService,
  validateUpdate: (object, _old, report) => validateService(object, report),
  validateStatusUpdate: ({ status }, _old, report) => validateStatus(status, report),
};

const conditionStatuses = ['True', 'False', 'Unknown'];

function validateStatus({ conditions = [] }: APIServiceStatus, report: Report): void {
  for (const [index, { status = '' }] of conditions.entries()) {
    if (conditionStatuses.includes(status)) continue;
    report.notSupported(`status.conditions[${String(index)}].status`, status, conditionStatuses);
  }
}

function validateService({ metadata, spec }: APIService, report: Report): void {
  const { group = '', version = '', groupPriorityMinimum, versionPriority } = spec;
  checkNames(metadata, `${version}.${group}`, report);
  validateGroup(group, version, report);
  reportFormat(report, 'spec.version', version, dns1035Label);
  if (groupPriorityMinimum < 1 || groupPriorityMinimum > 20000) {
    report.invalid('spec.groupPriorityMinimum', groupPriorityMinimum, 'must be positive and less than 20000');
  }
  if (versionPriority < 1 || versionPriority > 1000) {
    report.invalid('spec.versionPriority', versionPriority, 'must be positive and less than 1000');
  }
  if (spec.service === undefined) validateLocal(spec, report);
  else validateBackend(spec, spec.service, report);
}

/** A name that is no segment of a path is refused for that alone. */
function checkNames(metadata: APIService['metadata'], expected: string, report: Report): void {
  for (const key of ['generateName', 'name'] as const) {
    const name = metadata[key] ?? '';
    if (name === '' || name === expected || pathSegmentName.check(name).length > 0) continue;
    report.invalid(`metadata.${key}`, name, `must be \`spec.version+"."+spec.group\`: ${quote(expected)}`);
  }
}

function validateGroup(group: string, version: string, report: Report): void {
  if (group !== '') reportFormat(report, 'spec.group', group, dns1123Subdomain);
  else if (version !== 'v1') {
    report.required('spec.group', 'only v1 may have an empty group and it better be legacy kube');
  }
}

function validateLocal({ caBundle = '', insecureSkipTLSVerify }: APIServiceSpec, report: Report): void {
  if (caBundle !== '') {
    const size = `${Buffer.byteLength(caBundle, 'base64')} bytes`;
    report.invalid('spec.caBundle', size, 'local APIServices may not have a caBundle');
  }
  if (insecureSkipTLSVerify === true) {
    report.invalid('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify');
  }
}

function validateBackend(
  { caBundle = '', insecureSkipTLSVerify }: APIServiceSpec,
  { namespace = '', name = '', port = 0 }: NonNullable<APIServiceSpec['service']>,
  report: Report,
): void {
  if (namespace === '') report.required('spec.service.namespace');
  if (name === '') report.required('spec.service.name');
  const problems = checkPortNumber(port);
  if (problems.length > 0) {
    report.invalid('spec.service.port', port, `port is not valid: ${problems.join(',')}`);
  }
  if (insecureSkipTLSVerify === true && caBundle !== '') {
    report.invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present');
  }
}
