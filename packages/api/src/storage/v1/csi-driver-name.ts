/** The rule for names of CSI drivers where they are not names of objects. */
import { dns1123Subdomain } from '@keelson/meta';
import type { Report } from '@keelson/schema';

const maxLength = 63;

/** Upper case is taken as lower case. */
export function validateDriverName(name: string, path: string, report: Report): void {
  if (name === '') report.required(path);
  if (Buffer.byteLength(name) > maxLength) report.tooLong(path, name, maxLength);
  for (const problem of dns1123Subdomain.check(name.toLowerCase())) report.invalid(path, name, problem);
}
