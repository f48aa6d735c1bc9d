/** A row of the table of removed versions, as the documentation of the API has it. */
import type { Release } from '@keelson/schema';

export interface RemovalRow {
  readonly removed: Release;
  readonly versions: readonly string[];
  readonly kind: string;
  readonly plural: string;
  /** The version to migrate to, and the release that has it. */
  readonly to?: { readonly version: string; readonly since: Release };
  /** In the old version, without type and name. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly isReview?: boolean;
  readonly isNamespaced?: boolean;
  readonly name?: string;
  /** The part of the new form that the notable changes of the kind make of the example. */
  readonly becomes?: Readonly<Record<string, unknown>>;
  /** The same of one of the versions, by its own defaults. */
  readonly becomesFrom?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const domain = 'k8s.io';

export const labels = { app: 'a' };
export const selector = { matchLabels: labels };
export const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };

export const namespaced = (version: string, since: Release) => ({ to: { version, since } });
export const cluster = (version: string, since: Release) => ({ to: { version, since }, isNamespaced: false });

/** A security policy that forbids nothing. */
export const openPolicy = {
  spec: {
    fsGroup: { rule: 'RunAsAny' },
    runAsUser: { rule: 'RunAsAny' },
    seLinux: { rule: 'RunAsAny' },
    supplementalGroups: { rule: 'RunAsAny' },
  },
};
