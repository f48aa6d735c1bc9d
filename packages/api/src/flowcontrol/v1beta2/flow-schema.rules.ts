/** The rules for FlowSchemas, in all versions. Whether the priority level exists is not asked. */
import { dns1123Subdomain } from '@keelson/meta';
import { quote, verbatim, type Report, type ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { isSame } from '../../rules/is-same.ts';
import { allMetadata, keepMetadata } from '../../rules/keep-metadata.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { conditionRules, validateConditions } from './conditions.rules.ts';
import { FlowSchemaStatus, type FlowSchema } from './flow-schema.ts';
import { mandatoryFlowSchemas } from './mandatory.ts';
import { validatePolicyRules } from './policy-rules.rules.ts';

const maxPrecedence = 10_000;
const distinguisherMethods = ['ByNamespace', 'ByUser'];

export const flowSchemaRules = [
  'matchingPrecedence is from 1 to 10000; 1 is for the schema named exempt alone.',
  'distinguisherMethod.type is ByUser or ByNamespace.',
  'priorityLevelConfiguration.name is a DNS subdomain.',
  'Each rule has at least one subject and at least one resource rule or non-resource rule.',
  'A subject has the one of user, group and serviceAccount that its kind says, with a name.',
  'Verbs, API groups, resources and non-resource URLs are not empty; `*` stands alone.',
  'Namespaces are DNS labels or `*` alone, and may be missing only with clusterScope.',
  'Non-resource URLs are `*`, or paths without white space, double slashes and wildcards other than a final `/*`.',
  'The specs of exempt and catch-all are fixed.',
  ...conditionRules,
  'The status is written through its subresource alone, which leaves labels, annotations, finalizers and owner references.',
];

const forStatus = statusHooks(FlowSchemaStatus);

export const flowSchemaHooks: ResourceHooks<FlowSchema> = {
  ...forStatus,
  prepareForStatusUpdate(object, old) {
    forStatus.prepareForStatusUpdate(object, old);
    keepMetadata(object, old, allMetadata);
  },
  validateCreate: validateFlowSchema,
  validateUpdate: (object, _old, report) => validateFlowSchema(object, report),
  validateStatusUpdate: (object, _old, report) => validateConditions(object, report),
};

function validateFlowSchema(object: FlowSchema, report: Report): void {
  const { name = '' } = object.metadata;
  report.within('spec', () => validateSpec(object.spec, name, report));
  const fixed = mandatoryFlowSchemas.get(name);
  if (fixed !== undefined && !isSame(object.spec, fixed)) {
    report.invalid('spec', object.spec, `spec of '${name}' must equal the fixed value`);
  }
  validateConditions(object, report);
}

function validateSpec(spec: FlowSchema['spec'], name: string, report: Report): void {
  validatePrecedence(spec.matchingPrecedence, name, report);
  const type = spec.distinguisherMethod?.type;
  if (type !== undefined && !distinguisherMethods.includes(type)) {
    const value = verbatim(`flowcontrol.FlowDistinguisherMethod{Type:${quote(type)}}`);
    report.notSupported('distinguisherMethod.type', value, distinguisherMethods);
  }
  const { name: levelName } = spec.priorityLevelConfiguration;
  const path = 'priorityLevelConfiguration.name';
  if (levelName === '') report.required(path, 'must reference a priority level');
  else reportFormat(report, path, levelName, dns1123Subdomain);
  eachItem(report, 'rules', spec.rules, (rule) => validatePolicyRules(rule, report));
}

function validatePrecedence(precedence: number, name: string, report: Report): void {
  const path = 'matchingPrecedence';
  if (precedence <= 0) report.invalid(path, precedence, 'must be a positive value');
  if (precedence > maxPrecedence) report.invalid(path, precedence, `must not be greater than ${maxPrecedence}`);
  if (precedence === 1 && name !== 'exempt') {
    report.invalid(path, precedence, "only the schema named 'exempt' may have matchingPrecedence 1");
  }
}
