/** The finding about a prefix that no key begins with, though the store has others: it is likely to be mistyped. */
import type { FirstKey } from '@keelson/storage';

import type { CheckFinding } from './check-report.ts';

/** Undefined for a store without any key. A prefix that may be wrong is not taken for an empty store. */
export function findMissingKeys(prefix: string, first: FirstKey): CheckFinding | undefined {
  switch (first.kind) {
    case 'none':
      return undefined;
    case 'hidden':
      return { key: prefix, reason: `no key begins with ${prefix}` };
    case 'found':
      return {
        key: prefix,
        reason: `no key begins with ${prefix}: the first key of this etcd is ${first.key}; set --etcd-prefix to fit`,
      };
  }
}
