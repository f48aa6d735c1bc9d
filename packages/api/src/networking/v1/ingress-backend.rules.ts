/** Rules for the targets of ingresses: a service with a port, or an object of another kind. */
import { checkPortNumber, dns1035Label, portName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type { IngressBackend, IngressServiceBackend } from './ingress-backend.ts';
import { validateTypedReference } from './typed-reference.rules.ts';

/** The names of the parts of a service in a version. */
export interface BackendWords {
  readonly serviceName: string;
  readonly portName: string;
  readonly portNumber: string;
}

export function validateIngressBackend(
  { service, resource }: IngressBackend,
  words: BackendWords,
  report: Report,
): void {
  if (resource !== undefined && service !== undefined) {
    report.invalid('', '', 'cannot set both resource and service backends');
  } else if (resource !== undefined) {
    report.within('resource', () => validateTypedReference(resource, report));
  } else if (service !== undefined) validateService(service, words, report);
  else report.invalid('', '', 'resource or service backend is required');
}

function validateService({ name, port }: IngressServiceBackend, words: BackendWords, report: Report): void {
  if (name === '') report.required(words.serviceName);
  else reportFormat(report, words.serviceName, name, dns1035Label);
  const { name: nameOfPort = '', number = 0 } = port;
  if (nameOfPort !== '' && number !== 0) report.invalid('', '', 'cannot set both port name & port number');
  else if (nameOfPort !== '') reportFormat(report, words.portName, nameOfPort, portName);
  else if (number === 0) report.required('', 'port name or number is required');
  else for (const problem of checkPortNumber(number)) report.invalid(words.portNumber, number, problem);
}
