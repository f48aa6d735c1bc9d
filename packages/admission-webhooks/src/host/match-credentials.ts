/** The credentials for a server out of those of a kubeconfig, whose users are called like the servers they are for. */
import type { TargetCredentials } from '@keelson/callouts';

import type { CredentialsFor } from './address-of.ts';

/** Names may begin with `*.`; port 443 may be left out. The most exact name counts. */
export function matchCredentials(users: ReadonlyMap<string, TargetCredentials>): CredentialsFor {
  if (users.size === 0) return () => undefined;
  return (hostPort) => {
    const plain = hostPort.endsWith(':443') ? hostPort.slice(0, -':443'.length) : undefined;
    return find(users, hostPort) ?? (plain === undefined ? undefined : find(users, plain));
  };
}

function find(users: ReadonlyMap<string, TargetCredentials>, name: string): TargetCredentials | undefined {
  const exact = users.get(name);
  if (exact !== undefined) return exact;
  const steps = name.split('.');
  for (let at = 1; at < steps.length; at += 1) {
    const found = users.get(`*.${steps.slice(at).join('.')}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
