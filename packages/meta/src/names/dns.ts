/** Names that DNS could resolve: labels, subdomains, domains with a wildcard, fully qualified ones. */
import type { StringFormat } from '@keelson/schema';
import { compilePatternRule } from './pattern-rule.ts';

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomain = String.raw`${label}(\.${label})*`;

/** RFC 1123, section 2.1. */
export const dns1123Label: StringFormat = {
  name: 'dns1123Label',
  check: compilePatternRule({
    pattern: label,
    claim:
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
    examples: ['my-name', '123-abc'],
    maxLength: 63,
  }),
};

export const dns1123Subdomain: StringFormat = {
  name: 'dns1123Subdomain',
  check: compilePatternRule({
    pattern: subdomain,
    claim:
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    examples: ['example.com'],
    maxLength: 253,
  }),
};

/** RFC 1035, section 2.3.1. */
export const dns1035Label: StringFormat = {
  name: 'dns1035Label',
  check: compilePatternRule({
    pattern: '[a-z]([-a-z0-9]*[a-z0-9])?',
    claim:
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    examples: ['my-name', 'abc-123'],
    maxLength: 63,
  }),
};

export const wildcardDns1123Subdomain: StringFormat = {
  name: 'wildcardDns1123Subdomain',
  check: compilePatternRule({
    pattern: String.raw`\*\.${subdomain}`,
    claim:
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
    examples: ['*.example.com'],
    maxLength: 253,
  }),
};

/** At least two labels, each of a length that DNS allows; a dot at the end is fine. */
export const fullyQualifiedDomainName: StringFormat = {
  name: 'fullyQualifiedDomainName',
  check: (text) => checkDomain(text.endsWith('.') ? text.slice(0, -1) : text, 2, 'two'),
};

/** At least three labels, as the names of extensions have. */
export const fullyQualifiedName: StringFormat = {
  name: 'fullyQualifiedName',
  check: (text) => checkDomain(text, 3, 'three'),
};

function checkDomain(domain: string, minLabels: number, minInWords: string): readonly string[] {
  const problems = dns1123Subdomain.check(domain);
  if (problems.length > 0) return problems;
  const labels = domain.split('.');
  if (labels.length < minLabels) {
    return [`should be a domain with at least ${minInWords} segments separated by dots`];
  }
  return minLabels === 2 ? labels.flatMap(dns1123Label.check) : [];
}
