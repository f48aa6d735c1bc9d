/**
 * The flow schemas and priority levels that the server makes and maintains. Bringing changed ones up to date is not done
 * here.
 */
import { defaultDomain } from '@keelson/schema';

import type { FlowSchema } from '../v1beta2/flow-schema.ts';
import { mandatoryFlowSchemas, mandatoryPriorityLevels } from '../v1beta2/mandatory.ts';
import type { PriorityLevelConfiguration } from '../v1beta2/priority-level-configuration.ts';
import { defaultFlowSchemas } from './default-flow-schemas.ts';
import { defaultPriorityLevels } from './default-priority-levels.ts';

export interface DefaultFlowControlObject<Spec> {
  readonly name: string;
  readonly spec: Spec;
  /** A server cannot be without it, and its spec cannot be another. */
  readonly isMandatory: boolean;
}

export interface DefaultFlowControl {
  readonly priorityLevels: readonly DefaultFlowControlObject<PriorityLevelConfiguration['spec']>[];
  readonly flowSchemas: readonly DefaultFlowControlObject<FlowSchema['spec']>[];
  /** The annotation that tells whether the server keeps the spec of a suggested object up to date. */
  readonly autoupdateAnnotation: string;
}

export function defaultFlowControl(domain: string): DefaultFlowControl {
  return {
    priorityLevels: listOf(defaultPriorityLevels, mandatoryPriorityLevels),
    flowSchemas: listOf(defaultFlowSchemas(domain), mandatoryFlowSchemas),
    // Keys of annotations are of another domain than groups, where clients are used to that.
    autoupdateAnnotation: `apf.${domain === defaultDomain ? 'kubernetes.io' : domain}/autoupdate-spec`,
  };
}

function listOf<Spec>(specs: ReadonlyMap<string, Spec>, mandatory: ReadonlyMap<string, Spec>) {
  return [...specs].map(([name, spec]) => ({ name, spec, isMandatory: mandatory.has(name) }));
}
