/**
 * The rules of what a definition defines, in the order in which clients know their issues. What all versions share is
 * checked once.
 */
import { dns1123Subdomain } from '@keelson/meta';
import { createDefaultsBudget, type Report } from '@keelson/schema';

import type { CustomResourceDefinitionSpec } from '../v1/custom-resource-definition.ts';
import type { CustomResourceDefinitionVersion } from '../v1/custom-resource-version.ts';
import { checkColumns } from './column-rules.ts';
import { checkConversion } from './conversion-rules.ts';
import { checkCounts } from './count-rules.ts';
import { checkNames, checkNeededNames } from './names-rules.ts';
import { createPatternCache } from './pattern-cache.ts';
import type { Requirements } from './requirements.ts';
import { hasNode, type SchemaNode } from './schema-node.ts';
import { checkSchema, type SchemaRules } from './schema-rules.ts';
import { schemaOf, schemasOf } from './schemas-of.ts';
import { createSchemaBudget } from './survey-schema.ts';
import { divideVersions, type DividedVersions } from './shared-parts.ts';
import { checkSubresources } from './subresource-rules.ts';
import { checkVersion, checkVersionNames } from './version-rules.ts';

type Spec = CustomResourceDefinitionSpec;

/** `old` is absent for a new definition. */
export function checkSpec(spec: Spec, old: Spec | undefined, report: Report, requirements: Requirements): void {
  const rules = createSchemaRules(spec, requirements);
  const divided = divideVersions(spec);
  checkGroup(spec.group, report);
  checkScope(spec.scope, report);
  checkCounts(spec, old, report);
  checkSchemasAreGiven(spec, requirements, report);
  checkPreservation(spec, report);
  divided.versions.forEach((version, index) => {
    const hasStatus = hasStatusSubresource(spec.versions?.[index]);
    checkVersion({ version, hasStatus, at: `spec.versions[${index}]` }, rules, report);
  });
  checkVersionNames(spec, 'spec', report);
  checkNeededNames(spec.names, 'spec.names', report);
  checkNames(spec.names, 'spec.names', report);
  checkShared(spec, divided, rules, report);
  checkSpecConversion(spec, requirements, report);
}

function createSchemaRules(spec: Spec, requirements: Requirements): SchemaRules {
  return {
    requirements,
    budget: createSchemaBudget(createPatternCache()),
    defaultsBudget: createDefaultsBudget(),
    needsStructure: () =>
      spec.preserveUnknownFields !== true ||
      requirements.needsStructuralSchemas() ||
      schemasOf(spec).some((schema) => hasNode(schema, usesStructure)),
  };
}

/** Defaults and extensions mean nothing in other schemas. */
function usesStructure(node: SchemaNode): boolean {
  return (
    node.default !== undefined ||
    node['x-kubernetes-embedded-resource'] === true ||
    node['x-kubernetes-preserve-unknown-fields'] !== undefined ||
    node['x-kubernetes-int-or-string'] === true ||
    (node['x-kubernetes-list-map-keys'] ?? []).length > 0 ||
    node['x-kubernetes-list-type'] !== undefined ||
    (node['x-kubernetes-validations'] ?? []).length > 0
  );
}

const scopes = ['Cluster', 'Namespaced'];

function checkGroup(group: string, report: Report): void {
  const problems = dns1123Subdomain.check(group);
  if (group === '') report.required('spec.group');
  else if (problems.length > 0) report.invalid('spec.group', group, problems.join(','));
  else if (!group.includes('.')) report.invalid('spec.group', group, 'should be a domain with at least one dot');
}

function checkScope(scope: string, report: Report): void {
  if (scope === '') report.required('spec.scope');
  else if (!scopes.includes(scope)) report.notSupported('spec.scope', scope, scopes);
}

function checkSchemasAreGiven(spec: Spec, requirements: Requirements, report: Report): void {
  const missing = [...(spec.versions ?? []).entries()].filter(([, version]) => schemaOf(version) === undefined);
  if (missing.length === 0) return;
  const areNeeded = requirements.needsSchemas();
  const isPruned = spec.preserveUnknownFields !== true;
  for (const [index, { served }] of missing) {
    const at = `spec.versions[${index}].schema.openAPIV3Schema`;
    if (areNeeded) report.required(at, 'schemas are required');
    else if (isPruned && served) report.required(at, 'because otherwise all fields are pruned');
  }
}

function checkPreservation(spec: Spec, report: Report): void {
  if (spec.preserveUnknownFields !== true) return;
  if (!schemasOf(spec).some((schema) => hasNode(schema, (node) => node.default !== undefined))) return;
  report.invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema');
}

function hasStatusSubresource(version: CustomResourceDefinitionVersion | undefined): boolean {
  return version?.subresources?.status !== undefined;
}

function checkShared(spec: Spec, { shared }: DividedVersions, rules: SchemaRules, report: Report): void {
  const schema = shared.schema?.openAPIV3Schema as SchemaNode | undefined;
  if (schema !== undefined) {
    const hasStatus = (spec.versions ?? []).some(hasStatusSubresource);
    checkSchema({ node: schema, at: 'spec.validation.openAPIV3Schema', hasStatus }, rules, report);
  }
  checkSubresources(shared.subresources, 'spec.subresources', report);
  checkColumns(shared.additionalPrinterColumns, 'spec.additionalPrinterColumns', report);
}

function checkSpecConversion(spec: Spec, requirements: Requirements, report: Report): void {
  const { conversion, preserveUnknownFields } = spec;
  if (conversion === undefined) return;
  if (conversion.strategy !== 'None' && preserveUnknownFields === true) {
    const detail = 'must be None if spec.preserveUnknownFields is true';
    report.invalid('spec.conversion.strategy', conversion.strategy, detail);
  }
  checkConversion(conversion, 'spec.conversion', requirements, report);
}
