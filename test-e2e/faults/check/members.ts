/**
 * Members of etcd against each other. All of them apply one log, so a member that has applied as much of it as another
 * and is at an earlier revision has lost writes, or the other one has stored what was refused.
 */

export interface MemberStatus {
  readonly url: string;
  readonly revision: number;
  readonly appliedIndex: number;
}

const say = ({ url, revision, appliedIndex }: MemberStatus): string =>
  `${url} has applied ${appliedIndex} and is at ${revision}`;

/** The difference in words. A member that has applied less may be at an earlier revision. */
export function compareApplied(members: readonly MemberStatus[]): string | undefined {
  for (const one of members) {
    const ahead = members.find((other) => one.appliedIndex >= other.appliedIndex && one.revision < other.revision);
    if (ahead !== undefined) return `${say(one)}, ${say(ahead)}`;
  }
  return undefined;
}
