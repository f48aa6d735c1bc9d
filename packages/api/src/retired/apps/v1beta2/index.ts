/** Retired API version apps/v1beta2: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { controllerRevisions } from '../../../apps/v1/controller-revision.resource.ts';
import { daemonSets } from '../../../apps/v1/daemon-set.resource.ts';
import { deployments } from '../../../apps/v1/deployment.resource.ts';
import { replicaSets } from '../../../apps/v1/replica-set.resource.ts';
import { statefulSets } from '../../../apps/v1/stateful-set.resource.ts';
import { retireAll } from '../../retire.ts';
import { Scale } from '../v1beta1/scale.ts';

const version = { group: 'apps', version: 'v1beta2' } as const;

export const appsV1beta2: ApiVersion = {
  ...version,
  resources: retireAll([controllerRevisions, daemonSets, deployments, replicaSets, statefulSets], version),
  kinds: [Scale],
};
