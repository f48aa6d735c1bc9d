/** Which requests are written down, and how much of them: the first rule that fits a request decides. */
import type { Level, Stage } from '../event.ts';

export interface Policy {
  readonly rules: readonly PolicyRule[];
  readonly omitStages: readonly Stage[];
  readonly omitManagedFields: boolean;
}

/** What is empty fits everything. */
export interface PolicyRule {
  readonly level: Level;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly GroupResources[];
  /** Those of requests beyond namespaces are the empty text. */
  readonly namespaces: readonly string[];
  readonly nonResourceUrls: readonly string[];
  readonly omitStages: readonly Stage[];
  /** As the policy says when absent. */
  readonly omitManagedFields?: boolean | undefined;
}

export interface GroupResources {
  readonly group: string;
  /** `pods`, `pods/log`, with stars for either part. */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}
