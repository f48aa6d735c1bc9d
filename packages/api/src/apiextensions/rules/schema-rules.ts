/** The rules of the schema of one version, or of that which all versions share. */
import { checkDefaults, type Report, type ValidationBudget } from '@keelson/schema';

import { checkCanonicalDefaults } from './default-rules.ts';
import { checkOpenApi } from './openapi-rules.ts';
import type { Requirements } from './requirements.ts';
import { checkRootWords } from './root-word-rules.ts';
import type { SchemaPart } from './schema-node.ts';
import { findStructuralIssues } from './structural-rules.ts';
import { surveySchema, type SchemaBudget, type SchemaSurvey } from './survey-schema.ts';

export interface SchemaRules {
  readonly requirements: Requirements;
  readonly budget: SchemaBudget;
  readonly defaultsBudget: ValidationBudget;
  /** Returns false if the schema need not be structural: its objects are not pruned. */
  readonly needsStructure: () => boolean;
}

export interface SchemaPlace extends SchemaPart {
  readonly hasStatus: boolean;
}

export function checkSchema(root: SchemaPlace, rules: SchemaRules, report: Report): void {
  const before = report.issues.length;
  const survey = surveySchema(root.node, rules.budget);
  if (survey.fault !== undefined) {
    report.forbidden(root.at, survey.fault);
    return;
  }
  if (root.hasStatus) checkRootWords(root, report);
  if (root.node.nullable === true) report.forbidden(`${root.at}.nullable`, 'nullable cannot be true at the root');
  checkOpenApi(root, report, rules.requirements);
  // The rules above tell of unsupported words in their own way, but for one.
  const isNew = () => report.issues.length === before;
  if (survey.unsupported === undefined) checkStructure(root, survey, rules, report);
  else if (isNew() && rules.needsStructure()) report.invalid(root.at, '', survey.unsupported);
}

function checkStructure(root: SchemaPart, { hasDefaults }: SchemaSurvey, rules: SchemaRules, report: Report): void {
  const issues = findStructuralIssues(root, rules.budget.patterns);
  if (issues.length > 0) {
    if (rules.needsStructure()) report.add(issues);
    return;
  }
  if (!hasDefaults) return;
  const object = { ...root, node: { ...root.node, 'x-kubernetes-embedded-resource': true } };
  const { requirements, defaultsBudget: budget } = rules;
  const metadataIssues = checkCanonicalDefaults(object, () => !requirements.needsPrunedDefaults(), report);
  if (budget.left >= 0) report.add(checkDefaults(object.node, root.at, { budget, metadataIssues }));
}
