/** What is done on writes of nodes. A kubelet registers itself together with its status, so a create keeps it. */
import type { ResourceHooks } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import type { Node } from './node.ts';
import { NodeStatus } from './node-status.ts';

const { prepareForUpdate, prepareForStatusUpdate } = statusHooks(NodeStatus);

export const nodeHooks: ResourceHooks<Node> = { prepareForUpdate, prepareForStatusUpdate };
