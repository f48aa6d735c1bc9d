/** Which requests are written down, and how much of them: the first rule that fits a request decides. */
import type { Level, Stage } from '../event.ts';

export interface Policy {
  readonly rules: readonly AuditPolicyRule[];
  readonly omitStages: readonly Stage[];
  readonly omitManagedFields: boolean;
}

/** An empty list matches everything. */
export interface AuditPolicyRule {
  readonly level: Level;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly GroupResources[];
  /** The empty string matches requests without a namespace. */
  readonly namespaces: readonly string[];
  readonly nonResourceUrls: readonly string[];
  readonly omitStages: readonly Stage[];
  /** Defaults to the policy's setting. */
  readonly omitManagedFields?: boolean | undefined;
}

export interface GroupResources {
  readonly group: string;
  /** `pods`, `pods/log`, with stars for either part. */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}
