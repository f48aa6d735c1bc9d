/** Rules for the names of signers: a domain, and a path of names behind it. */
import { dns1123Label, dns1123Subdomain } from '@keelson/meta';
import type { Report, StringFormat } from '@keelson/schema';

const maxDomainBytes = 253;
/** A label, a dot and a subdomain must fit into what is behind the domain. */
const maxBytes = maxDomainBytes + 1 + 253 + 63 + 1;

export function validateSignerName(name: string, path: string, report: Report): void {
  if (name === '') {
    report.required(path, 'signerName must be provided');
    return;
  }
  const [domain = '', rest = '', ...others] = name.split('/');
  if (others.length > 0 || !name.includes('/')) {
    const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    report.invalid(path, name, detail);
    return;
  }
  if (Buffer.byteLength(domain) > maxDomainBytes) report.tooLong(path, domain, maxDomainBytes);
  validateParts(domain, dns1123Label, path, report);
  if (!domain.includes('.')) {
    report.invalid(path, domain, 'should be a domain with at least two segments separated by dots');
  }
  validateParts(rest, dns1123Subdomain, path, report);
  if (Buffer.byteLength(name) > maxBytes) report.tooLong(path, name, maxBytes);
}

/** The first part that is malformed is enough. */
function validateParts(text: string, format: StringFormat, path: string, report: Report): void {
  const part = text.split('.').find((each) => format.check(each).length > 0);
  if (part === undefined) return;
  for (const problem of format.check(part)) {
    report.invalid(path, text, `validating label ${JSON.stringify(part)}: ${problem}`);
  }
}
