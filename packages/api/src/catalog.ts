/** All versions of all groups, in the order in which discovery lists them: the preferred version of a group first. */
import { admissionV1 } from './admission/v1/index.ts';
import { admissionV1beta1 } from './admission/v1beta1/index.ts';
import { admissionregistrationV1 } from './admissionregistration/v1/index.ts';
import type { ApiVersion } from './api-version.ts';
import { apidiscoveryV2 } from './apidiscovery/v2/index.ts';
import { apidiscoveryV2beta1 } from './apidiscovery/v2beta1/index.ts';
import { apiextensionsV1 } from './apiextensions/v1/index.ts';
import { apiregistrationV1 } from './apiregistration/v1/index.ts';
import { apiserverinternalV1alpha1 } from './apiserverinternal/v1alpha1/index.ts';
import { appsV1 } from './apps/v1/index.ts';
import { authenticationV1 } from './authentication/v1/index.ts';
import { authenticationV1alpha1 } from './authentication/v1alpha1/index.ts';
import { authenticationV1beta1 } from './authentication/v1beta1/index.ts';
import { authorizationV1 } from './authorization/v1/index.ts';
import { autoscalingV1 } from './autoscaling/v1/index.ts';
import { autoscalingV2 } from './autoscaling/v2/index.ts';
import { autoscalingV2beta1 } from './autoscaling/v2beta1/index.ts';
import { autoscalingV2beta2 } from './autoscaling/v2beta2/index.ts';
import { batchV1 } from './batch/v1/index.ts';
import { batchV1beta1 } from './batch/v1beta1/index.ts';
import { certificatesV1 } from './certificates/v1/index.ts';
import { coordinationV1 } from './coordination/v1/index.ts';
import { coreV1 } from './core/v1/index.ts';
import { deprecationV1alpha1 } from './deprecation/v1alpha1/index.ts';
import { discoveryV1 } from './discovery/v1/index.ts';
import { discoveryV1beta1 } from './discovery/v1beta1/index.ts';
import { eventsV1 } from './events/v1/index.ts';
import { eventsV1beta1 } from './events/v1beta1/index.ts';
import { flowcontrolV1beta1 } from './flowcontrol/v1beta1/index.ts';
import { flowcontrolV1beta2 } from './flowcontrol/v1beta2/index.ts';
import { imagepolicyV1alpha1 } from './imagepolicy/v1alpha1/index.ts';
import { withLifecycles } from './lifecycle/lifecycle-of.ts';
import { withBannedOwners } from './meta/v1/banned-owners.ts';
import { metaV1 } from './meta/v1/index.ts';
import { metaV1beta1 } from './meta/v1beta1/index.ts';
import { networkingV1 } from './networking/v1/index.ts';
import { nodeV1 } from './node/v1/index.ts';
import { nodeV1beta1 } from './node/v1beta1/index.ts';
import { policyV1 } from './policy/v1/index.ts';
import { policyV1beta1 } from './policy/v1beta1/index.ts';
import { rbacV1 } from './rbac/v1/index.ts';
import { schedulingV1 } from './scheduling/v1/index.ts';
import { storageV1 } from './storage/v1/index.ts';
import { storageV1beta1 } from './storage/v1beta1/index.ts';

export const catalog: readonly ApiVersion[] = withBannedOwners(
  withLifecycles([
    coreV1,
    apiregistrationV1,
    appsV1,
    eventsV1,
    eventsV1beta1,
    authenticationV1,
    authenticationV1beta1,
    authenticationV1alpha1,
    authorizationV1,
    autoscalingV2,
    autoscalingV1,
    autoscalingV2beta1,
    autoscalingV2beta2,
    batchV1,
    batchV1beta1,
    certificatesV1,
    networkingV1,
    policyV1,
    policyV1beta1,
    rbacV1,
    storageV1,
    storageV1beta1,
    admissionregistrationV1,
    apiextensionsV1,
    schedulingV1,
    coordinationV1,
    nodeV1,
    nodeV1beta1,
    discoveryV1,
    discoveryV1beta1,
    flowcontrolV1beta2,
    flowcontrolV1beta1,
    deprecationV1alpha1,
    metaV1,
    metaV1beta1,
    apidiscoveryV2,
    apidiscoveryV2beta1,
    // Declared for their kinds, but not served.
    admissionV1,
    admissionV1beta1,
    imagepolicyV1alpha1,
    apiserverinternalV1alpha1,
  ]),
);
