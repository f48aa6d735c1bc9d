/** The node identity of a user, from its name and groups. */
import type { UserInfo } from '@keelson/meta';

const prefix = 'system:node:';
const nodesGroup = 'system:nodes';

/** Undefined for a user that is no node; empty for a node user without a node name. */
export function nodeOfUser({ name, groups }: UserInfo): string | undefined {
  return name.startsWith(prefix) && groups.includes(nodesGroup) ? name.slice(prefix.length) : undefined;
}
