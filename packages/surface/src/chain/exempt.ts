/** Requests that no limit of numbers or shares may stop: those of administrators, and those that ask for health. */
import { mastersGroup, type Attributes, type User } from '@keelson/auth';

const healthPath = /^\/(?:healthz|livez|readyz)(?:\/|$)/;

export function isExempt(user: User, attributes: Attributes): boolean {
  return user.groups.includes(mastersGroup) || (attributes.kind === 'path' && healthPath.test(attributes.path));
}
