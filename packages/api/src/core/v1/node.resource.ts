/** Resource declaration of Node in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { NodeProxyOptions } from './node-proxy-options.ts';
import { nodeColumns } from './node.columns.ts';
import { nodeHooks, nodeRules } from './node.rules.ts';
import { Node, NodeList } from './node.ts';

export const nodes = resource({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  singular: 'node',
  shortNames: ['no'],
  scope: 'Cluster',
  verbs: allVerbs,
  message: Node,
  list: NodeList,
  subresources: {
    proxy: {
      kind: 'proxy',
      verbs: ['create', 'delete', 'get', 'patch', 'update'],
      servedAs: { group: '', version: 'v1', kind: 'NodeProxyOptions', message: NodeProxyOptions },
      takesPath: true,
      leadsTo: { kind: 'agent' },
    },
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'minions' },
  fieldSelectors: {
    'spec.unschedulable': (node) => String(node.spec.unschedulable ?? false),
  },
  allowsUnconditionalUpdate: true,
  purpose: { kind: 'node' },
  columns: nodeColumns,
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  hooks: nodeHooks,
  rules: nodeRules,
  about: 'A machine that runs pods.',
});
