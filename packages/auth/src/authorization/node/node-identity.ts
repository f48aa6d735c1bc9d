/** Which node a user is. */
import type { UserInfo } from '@keelson/meta';

const prefix = 'system:node:';
const nodesGroup = 'system:nodes';

/** Undefined for users who are no node; empty for a node that does not say which. */
export function nodeOfUser({ name, groups }: UserInfo): string | undefined {
  return name.startsWith(prefix) && groups.includes(nodesGroup) ? name.slice(prefix.length) : undefined;
}
