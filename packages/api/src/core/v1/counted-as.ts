/** Quotas know some kinds by a name from before all kinds were counted. */
import type { QuotaRules } from '@keelson/schema';

export function countedAs(name: string): QuotaRules<unknown> {
  const usage = new Map([[name, '1']]);
  return { counts: (each) => each === name, usageOf: () => usage };
}
