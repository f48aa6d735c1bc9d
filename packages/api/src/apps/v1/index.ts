/** API version apps/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { controllerRevisions } from './controller-revision.resource.ts';
import { daemonSets } from './daemon-set.resource.ts';
import { deployments } from './deployment.resource.ts';
import { replicaSets } from './replica-set.resource.ts';
import { statefulSets } from './stateful-set.resource.ts';

export const appsV1: ApiVersion = {
  group: 'apps',
  version: 'v1',
  resources: [controllerRevisions, daemonSets, deployments, replicaSets, statefulSets],
  kinds: [],
};
