/** Lets everyone read `cluster-info`, by the Role and the RoleBinding that kubeadm makes for it. What is there stays. */
import type { ControlledKinds } from '@keelson/api';
import { anonymousUser } from '@keelson/auth';

import { isAlreadyExists, refusedError, type ControllerClient } from '../client/controller-client.ts';
import { clusterInfoPlace } from './cluster-info.ts';

/** Tools that close this door know it by this name. */
const name = 'kubeadm:bootstrap-signer-clusterinfo';

type Kinds = Pick<ControlledKinds, 'configMaps' | 'roles' | 'roleBindings'>;

/** Rejects where one of them is refused. */
export async function openClusterInfo(
  client: Pick<ControllerClient, 'create'>,
  { configMaps, roles, roleBindings }: Kinds,
): Promise<void> {
  const { namespace } = clusterInfoPlace;
  const metadata = { namespace, name };
  const { group: apiGroup } = roles;
  const rule = {
    apiGroups: [configMaps.group],
    resources: [configMaps.plural],
    resourceNames: [clusterInfoPlace.name],
    verbs: ['get'],
  };
  const binding = {
    metadata,
    roleRef: { apiGroup, kind: roles.kind, name },
    subjects: [{ apiGroup, kind: 'User', name: anonymousUser.name }],
  };
  const made = [
    await client.create({ resource: roles, namespace }, { metadata, rules: [rule] }),
    await client.create({ resource: roleBindings, namespace }, binding),
  ];
  for (const each of made) if (!each.ok && !isAlreadyExists(each)) throw refusedError(each);
}
