/**
 * Deployments before apps/v1 and the stored apps/v1. Where their defaults differ, each
 * direction writes out what its source left to them. A wish to roll back becomes an
 * annotation.
 */
import type { Conversion } from '@keelson/schema';

import type { Deployment as ServedDeployment, DeploymentStrategy } from '../../../apps/v1/deployment.ts';
import { takeCounter, withCounter } from './counter-annotation.conversion.ts';
import { servedDefaults, type Deployment, type DeploymentDefaults, type RollbackConfig } from './deployment.ts';
import { selectorField, selectorOf } from './selector.conversion.ts';

const rollbackAnnotation = 'deprecated.deployment.rollback.to';

/** `differing` are the defaults that apps/v1 has otherwise. */
export function deploymentConversion(differing: Partial<DeploymentDefaults>): Conversion<Deployment> {
  const keys = Object.keys(differing) as (keyof DeploymentDefaults)[];
  const servedDiffering = Object.fromEntries(
    keys.map((key) => [key, servedDefaults[key]]),
  ) as Partial<DeploymentDefaults>;
  return {
    toHub({ metadata, spec, ...others }): ServedDeployment {
      const { rollbackTo, ...same } = spec;
      return {
        ...others,
        metadata: rollbackTo ? withCounter(metadata, rollbackAnnotation, rollbackTo.revision ?? 0) : metadata,
        spec: { ...written(same, differing), selector: selectorOf(spec) },
      };
    },
    fromHub({ metadata, spec, ...others }: ServedDeployment): Deployment {
      const { selector, ...same } = spec;
      const { metadata: taken, count } = takeCounter(metadata, rollbackAnnotation);
      return {
        ...others,
        metadata: taken,
        spec: {
          ...written(same, servedDiffering),
          ...selectorField(selector),
          ...(count !== undefined && { rollbackTo: rollbackTo(count) }),
        },
      };
    },
  };
}

function rollbackTo(revision: number | bigint): RollbackConfig {
  return revision === 0 ? {} : { revision };
}

interface Rollout {
  strategy: DeploymentStrategy;
  revisionHistoryLimit?: number;
  progressDeadlineSeconds?: number;
}

function written<S extends Rollout>(spec: S, { maxSurge, maxUnavailable, ...ofSpec }: Partial<DeploymentDefaults>): S {
  const { strategy } = spec;
  if (maxSurge === undefined || maxUnavailable === undefined || strategy.type === 'Recreate')
    return { ...ofSpec, ...spec };
  const rollingUpdate = { maxSurge, maxUnavailable, ...strategy.rollingUpdate };
  return { ...ofSpec, ...spec, strategy: { ...strategy, rollingUpdate } };
}
