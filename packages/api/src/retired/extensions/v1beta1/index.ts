/** Retired API version extensions/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { daemonSets } from '../../../apps/v1/daemon-set.resource.ts';
import { deployments } from '../../../apps/v1/deployment.resource.ts';
import { replicaSets } from '../../../apps/v1/replica-set.resource.ts';
import { ingresses } from '../../../networking/v1/ingress.resource.ts';
import { networkPolicies } from '../../../networking/v1/network-policy.resource.ts';
import { podSecurityPolicies } from '../../../policy/v1beta1/pod-security-policy.resource.ts';
import { deploymentConversion } from '../../apps/v1beta1/deployment.conversion.ts';
import { declareDeployment, DeploymentRollback } from '../../apps/v1beta1/deployment.ts';
import { Scale } from '../../apps/v1beta1/scale.ts';
import { ingressConversion } from '../../networking/v1beta1/ingress.conversion.ts';
import { retiredIngressHooks } from '../../networking/v1beta1/ingress.rules.ts';
import { Ingress } from '../../networking/v1beta1/ingress.ts';
import { retire } from '../../retire.ts';
import { daemonSetConversion } from './daemon-set.conversion.ts';
import { DaemonSet } from './daemon-set.ts';
import { replicaSetConversion } from './replica-set.conversion.ts';
import { ReplicaSet } from './replica-set.ts';

const version = { group: 'extensions', version: 'v1beta1' } as const;

/** No rollout ever timed out, no revision was ever dropped. */
const unlimited = 2 ** 31 - 1;

const deploymentDefaults = {
  revisionHistoryLimit: unlimited,
  progressDeadlineSeconds: unlimited,
  maxSurge: 1,
  maxUnavailable: 1,
};

export const extensionsV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(daemonSets, { ...version, message: DaemonSet, conversion: daemonSetConversion }),
    retire(deployments, {
      ...version,
      message: declareDeployment('extensions.v1beta1', deploymentDefaults),
      conversion: deploymentConversion(deploymentDefaults),
    }),
    retire(ingresses, { ...version, message: Ingress, conversion: ingressConversion, hooks: retiredIngressHooks }),
    retire(networkPolicies, version),
    retire(podSecurityPolicies, version),
    retire(replicaSets, { ...version, message: ReplicaSet, conversion: replicaSetConversion }),
  ],
  kinds: [DeploymentRollback, Scale],
};
