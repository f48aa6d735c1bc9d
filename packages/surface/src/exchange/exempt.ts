/** Requests that no limit of numbers or shares may stop: those of administrators, and those that ask for health. */
import { mastersGroup } from '@keelson/auth';
import type { RequestAttributes, UserInfo } from '@keelson/meta';

const healthPath = /^\/(?:healthz|livez|readyz)(?:\/|$)/;

export function isExempt(user: UserInfo, attributes: RequestAttributes): boolean {
  return user.groups.includes(mastersGroup) || (attributes.kind === 'path' && healthPath.test(attributes.path));
}
