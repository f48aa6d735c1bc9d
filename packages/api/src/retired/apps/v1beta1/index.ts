/** Retired API version apps/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { controllerRevisions } from '../../../apps/v1/controller-revision.resource.ts';
import { deployments } from '../../../apps/v1/deployment.resource.ts';
import { replicaSets } from '../../../apps/v1/replica-set.resource.ts';
import { statefulSets } from '../../../apps/v1/stateful-set.resource.ts';
import { retire } from '../../retire.ts';
import { deploymentConversion } from './deployment.conversion.ts';
import { declareDeployment, DeploymentRollback } from './deployment.ts';
import { Scale } from './scale.ts';
import { statefulSetConversion } from './stateful-set.conversion.ts';
import { StatefulSet } from './stateful-set.ts';

const version = { group: 'apps', version: 'v1beta1' } as const;

const defaults = { revisionHistoryLimit: 2 };

export const appsV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(controllerRevisions, version),
    retire(deployments, {
      ...version,
      message: declareDeployment('apps.v1beta1', defaults),
      conversion: deploymentConversion(defaults),
    }),
    retire(replicaSets, version),
    retire(statefulSets, { ...version, message: StatefulSet, conversion: statefulSetConversion }),
  ],
  kinds: [DeploymentRollback, Scale],
};
