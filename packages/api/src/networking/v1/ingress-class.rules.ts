/** Validates writes of ingress classes. */
import { labelName } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { checkDomainPrefixedPath } from '../../rules/domain-prefixed-path.ts';
import { checkImmutable } from '../../rules/immutable-field.ts';
import type { IngressClass, IngressClassParametersReference, IngressClassSpec } from './ingress-class.ts';
import { validateTypedReference } from './typed-reference.rules.ts';

export const ingressClassRules = [
  'controller is a path of at most 250 characters behind a domain, and stays.',
  'parameters name a kind and an object; they have a namespace for scope Namespace, and none for scope Cluster.',
];

export const ingressClassHooks: ResourceHooks<IngressClass> = {
  validateCreate: validateClass,
  validateUpdate(object, old, report) {
    checkImmutable(report, 'spec.controller', object.spec.controller ?? '', old.spec.controller ?? '');
    validateClass(object, report);
  },
};

const maxControllerBytes = 250;

function validateClass({ spec }: IngressClass, report: Report): void {
  report.within('spec', () => validateSpec(spec, report));
}

function validateSpec({ controller = '', parameters }: IngressClassSpec, report: Report): void {
  if (Buffer.byteLength(controller) > maxControllerBytes) {
    report.tooLong('controller', controller, maxControllerBytes);
  }
  checkDomainPrefixedPath(report, 'controller', controller);
  if (parameters !== undefined) report.within('parameters', () => validateParameters(parameters, report));
}

const scopes = ['Cluster', 'Namespace'];

function validateParameters(parameters: IngressClassParametersReference, report: Report): void {
  const { scope, namespace } = parameters;
  validateTypedReference(parameters, report);
  if (scope === null) report.required('scope');
  else if (!scopes.includes(scope)) report.notSupported('scope', scope, scopes);
  else if (scope === 'Cluster') {
    if (namespace !== undefined) report.forbidden('namespace', "`parameters.scope` is set to 'Cluster'");
  } else if (namespace === undefined) report.required('namespace', "`parameters.scope` is set to 'Namespace'");
  else for (const problem of labelName.check(namespace, false)) report.invalid('namespace', namespace, problem);
}
