/** Rules for names such as `example.com/controller`: a domain, and a path behind it. */
import { dns1123Subdomain } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from './report-format.ts';

const pathPattern = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;
const pathExpression = new RegExp(`^${pathPattern}$`);

export function checkDomainPrefixedPath(report: Report, at: string, name: string): void {
  if (name === '') {
    report.required(at);
    return;
  }
  const slash = name.indexOf('/');
  const [domain, path] = slash < 0 ? [name, ''] : [name.slice(0, slash), name.slice(slash + 1)];
  if (domain === '' || path === '') {
    report.invalid(at, name, 'must be a domain-prefixed path (such as "acme.io/foo")');
    return;
  }
  reportFormat(report, at, domain, dns1123Subdomain);
  if (!pathExpression.test(path)) {
    report.invalid(at, path, `Invalid path (regex used for validation is '${pathPattern}')`);
  }
}
