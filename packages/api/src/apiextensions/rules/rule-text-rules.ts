/** The texts of validation rules. Their expressions are checked elsewhere, once the schema is sound. */
import type { Report, ValidationRule } from '@keelson/schema';

import type { SchemaPart } from './schema-node.ts';

export function checkRuleTexts({ node, at }: SchemaPart, report: Report): void {
  const rules = node['x-kubernetes-validations'];
  if (rules === undefined) return;
  for (const [index, rule] of rules.entries()) {
    checkRuleText(rule, `${at}.x-kubernetes-validations[${index}]`, report);
  }
}

function checkRuleText({ rule, message = '' }: ValidationRule, at: string, report: Report): void {
  const trimmed = message.trim();
  if (rule.trim() === '') report.required(`${at}.rule`, 'rule is not specified');
  else if (message !== '' && trimmed === '') {
    report.invalid(`${at}.message`, message, 'message must be non-empty if specified');
  } else if (hasLineBreaks(trimmed)) {
    report.invalid(`${at}.message`, message, 'message must not contain line breaks');
  } else if (hasLineBreaks(rule.trim()) && trimmed === '') {
    report.required(`${at}.message`, 'message must be specified if rule contains line breaks');
  }
}

function hasLineBreaks(text: string): boolean {
  return /[\n\r]/.test(text);
}
