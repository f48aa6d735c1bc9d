/** Resource declaration of CSINode in storage.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { CSINode, CSINodeList } from './csi-node.ts';
import { csiNodeColumns } from './csi-node.columns.ts';
import { csiNodeHooks, csiNodeRules } from './csi-node.rules.ts';

export const csiNodes = resource({
  group: 'storage.{domain}',
  version: 'v1',
  kind: 'CSINode',
  plural: 'csinodes',
  singular: 'csinode',
  scope: 'Cluster',
  verbs: allVerbs,
  message: CSINode,
  list: CSINodeList,
  storage: { kind: 'stored', group: 'storage.{domain}', version: 'v1', prefix: 'csinodes' },
  returnsDeletedObject: true,
  columns: csiNodeColumns,
  metadataChecks: { ofUpdate: ['whole', 'whole'] },
  hooks: csiNodeHooks,
  rules: csiNodeRules,
  about: "CSI drivers installed on one node; has the node's name and is kept by its agent.",
});
