/** Deployment before apps/v1: could be told to roll back, and to find its selector by itself. */
import { field, int64, kind, map, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { Deployment as ServedDeployment, DeploymentSpec as ServedSpec } from '../../../apps/v1/deployment.ts';
import { LabelSelector } from '../../../meta/v1/label-selector.ts';

export const RollbackConfig = message(
  'io.k8s.api.apps.v1beta1.RollbackConfig',
  {
    revision: field(1, int64, { about: 'Revision to return to; 0 means the previous one.' }),
  },
  { about: 'Which revision a Deployment returns to.' },
);
export type RollbackConfig = TypeOf<typeof RollbackConfig>;

const { progressDeadlineSeconds, ...servedFields } = ServedSpec.fields;

export const DeploymentSpec = message(
  'io.k8s.api.apps.v1beta1.DeploymentSpec',
  {
    ...servedFields,
    selector: optional(2, LabelSelector, { about: "Pods it manages; unset means the template's labels." }),
    rollbackTo: optional(8, RollbackConfig, { about: 'Asks for a rollback; cleared when it is done.' }),
    progressDeadlineSeconds,
  },
  { about: 'Which pods a Deployment runs, how many, and how it updates them.' },
);
export type DeploymentSpec = TypeOf<typeof DeploymentSpec>;

export const Deployment = kind(
  'io.k8s.api.apps.v1beta1.Deployment',
  { ...ServedDeployment.fields, spec: field(2, DeploymentSpec, { about: 'The state the user asks for.' }) },
  { about: 'Keeps a set of identical pods running and rolls out changes to them.' },
);
export type Deployment = TypeOf<typeof Deployment>;

export const DeploymentRollback = kind(
  'io.k8s.api.apps.v1beta1.DeploymentRollback',
  {
    name: required(1, string, { about: 'Name of the Deployment.' }),
    updatedAnnotations: field(2, map(string), { about: 'Annotations to set on the Deployment.' }),
    rollbackTo: required(3, RollbackConfig, { about: 'The revision to return to.' }),
  },
  { about: 'Asks a Deployment to return to an earlier revision.' },
);
export type DeploymentRollback = TypeOf<typeof DeploymentRollback>;
