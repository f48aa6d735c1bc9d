/** Deployment before apps/v1: could be told to roll back, and to find its selector by itself. */
import { field, int64, kind, map, message, optional, required, string, type TypeOf } from '@keelson/schema';

import {
  Deployment as ServedDeployment,
  DeploymentSpec as ServedSpec,
  DeploymentStrategy as ServedStrategy,
} from '../../../apps/v1/deployment.ts';
import { LabelSelector } from '../../../meta/v1/label-selector.ts';

export const RollbackConfig = message(
  'io.k8s.api.apps.v1beta1.RollbackConfig',
  {
    revision: field(1, int64, { about: 'Revision to return to; 0 means the previous one.' }),
  },
  { about: 'Which revision a Deployment returns to.' },
);
export type RollbackConfig = TypeOf<typeof RollbackConfig>;

/** Where the versions before apps/v1 differ from it, and from each other. */
export interface DeploymentDefaults {
  readonly revisionHistoryLimit: number;
  readonly progressDeadlineSeconds: number;
  readonly maxSurge: number | string;
  readonly maxUnavailable: number | string;
}

export const servedDefaults: DeploymentDefaults = {
  revisionHistoryLimit: 10,
  progressDeadlineSeconds: 600,
  maxSurge: '25%',
  maxUnavailable: '25%',
};

const { progressDeadlineSeconds, revisionHistoryLimit, ...servedFields } = ServedSpec.fields;

/** `apiPackage` is the version's part of the names of messages, such as `apps.v1beta1`. */
export function declareDeployment(apiPackage: string, differing: Partial<DeploymentDefaults>) {
  const defaults = { ...servedDefaults, ...differing };
  const name = (of: string): string => `io.k8s.api.${apiPackage}.${of}`;
  const { maxSurge, maxUnavailable } = defaults;
  const Strategy = message(name('DeploymentStrategy'), ServedStrategy.fields, {
    about: 'How a Deployment replaces old pods.',
    applyDefaults(strategy) {
      if (strategy.type !== 'RollingUpdate') return;
      strategy.rollingUpdate = { maxUnavailable, maxSurge, ...strategy.rollingUpdate };
    },
  });
  const Spec = message(
    name('DeploymentSpec'),
    {
      ...servedFields,
      selector: optional(2, LabelSelector, { about: "Pods it manages; unset means the template's labels." }),
      strategy: field(4, Strategy, { patchStrategy: 'retainKeys', about: 'How old pods are replaced by new ones.' }),
      rollbackTo: optional(8, RollbackConfig, { about: 'Asks for a rollback; cleared when it is done.' }),
      revisionHistoryLimit: { ...revisionHistoryLimit, default: defaults.revisionHistoryLimit },
      progressDeadlineSeconds: { ...progressDeadlineSeconds, default: defaults.progressDeadlineSeconds },
    },
    { about: 'Which pods a Deployment runs, how many, and how it updates them.' },
  );
  return kind(
    name('Deployment'),
    { ...ServedDeployment.fields, spec: field(2, Spec, { about: 'The state the user asks for.' }) },
    { about: 'Keeps a set of identical pods running and rolls out changes to them.' },
  );
}

export type Deployment = TypeOf<ReturnType<typeof declareDeployment>>;

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
