/** Versions that 1.24 no longer serves. They can still be read, so that nothing written in them is lost. */
import type { ApiVersion } from '../api-version.ts';
import { withLifecycles } from '../lifecycle/lifecycle-of.ts';
import { withBannedOwners } from '../meta/v1/banned-owners.ts';
import { admissionregistrationV1beta1 } from './admissionregistration/v1beta1/index.ts';
import { apiextensionsV1beta1 } from './apiextensions/v1beta1/index.ts';
import { apiregistrationV1beta1 } from './apiregistration/v1beta1/index.ts';
import { appsV1beta1 } from './apps/v1beta1/index.ts';
import { appsV1beta2 } from './apps/v1beta2/index.ts';
import { authenticationV1beta1 } from './authentication/v1beta1/index.ts';
import { authorizationV1beta1 } from './authorization/v1beta1/index.ts';
import { certificatesV1beta1 } from './certificates/v1beta1/index.ts';
import { coordinationV1beta1 } from './coordination/v1beta1/index.ts';
import { extensionsV1beta1 } from './extensions/v1beta1/index.ts';
import { flowcontrolV1alpha1 } from './flowcontrol/v1alpha1/index.ts';
import { networkingV1beta1 } from './networking/v1beta1/index.ts';
import { nodeV1alpha1 } from './node/v1alpha1/index.ts';
import { rbacV1alpha1 } from './rbac/v1alpha1/index.ts';
import { rbacV1beta1 } from './rbac/v1beta1/index.ts';
import { schedulingV1alpha1 } from './scheduling/v1alpha1/index.ts';
import { schedulingV1beta1 } from './scheduling/v1beta1/index.ts';
import { storageV1alpha1 } from './storage/v1alpha1/index.ts';
import { storageV1beta1 } from './storage/v1beta1/index.ts';

export const retiredCatalog: readonly ApiVersion[] = withBannedOwners(
  withLifecycles([
    extensionsV1beta1,
    appsV1beta2,
    appsV1beta1,
    networkingV1beta1,
    rbacV1beta1,
    rbacV1alpha1,
    admissionregistrationV1beta1,
    apiextensionsV1beta1,
    apiregistrationV1beta1,
    authenticationV1beta1,
    authorizationV1beta1,
    certificatesV1beta1,
    coordinationV1beta1,
    schedulingV1beta1,
    schedulingV1alpha1,
    storageV1beta1,
    storageV1alpha1,
    flowcontrolV1alpha1,
    nodeV1alpha1,
  ]),
);
