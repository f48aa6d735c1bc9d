/** The rules for requests for tokens. */
import type { Report } from '@keelson/schema';

export const tokenRequestRules = ['A token lasts at least 10 minutes and at most 2^32 seconds.'];

const tenMinutes = 600;
const longest = 2 ** 32;

export function validateTokenRequest(
  { expirationSeconds }: { readonly expirationSeconds: number | bigint | null },
  report: Report,
): void {
  if (expirationSeconds === null) return;
  const path = 'expirationSeconds';
  if (expirationSeconds < tenMinutes) {
    report.invalid(path, expirationSeconds, 'may not specify a duration less than 10 minutes');
  }
  if (expirationSeconds > longest) {
    report.invalid(path, expirationSeconds, 'may not specify a duration larger than 2^32 seconds');
  }
}
