/** Prepares writes of nodes. A create keeps the status, since a kubelet registers its node together with it. */
import type { ResourceHooks } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import type { Node } from './node.ts';
import { NodeStatus } from './node-status.ts';

const { prepareForUpdate, prepareForStatusUpdate } = statusHooks(NodeStatus);

export const nodeHooks: ResourceHooks<Node> = {
  prepareForUpdate,
  prepareForStatusUpdate,
  warnOnCreate: warnOfNode,
  warnOnUpdate: warnOfNode,
};

function warnOfNode({ spec }: Node): string[] {
  return [
    ...(spec.configSource === undefined ? [] : ['spec.configSource: the feature has been removed']),
    ...((spec.externalID ?? '') === ''
      ? []
      : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
  ];
}
