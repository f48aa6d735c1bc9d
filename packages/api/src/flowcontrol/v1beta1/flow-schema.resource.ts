/** Resource declaration of FlowSchema in flowcontrol.apiserver.{domain}/v1beta1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { FlowSchema, FlowSchemaList } from './flow-schema.ts';
import { compareFlowSchemas, flowSchemaColumns } from '../v1beta2/flow-schema.columns.ts';
import { flowSchemaHooks, flowSchemaRules } from '../v1beta2/flow-schema.rules.ts';

export const flowSchemas = resource({
  group: 'flowcontrol.apiserver.{domain}',
  version: 'v1beta1',
  kind: 'FlowSchema',
  plural: 'flowschemas',
  singular: 'flowschema',
  scope: 'Cluster',
  verbs: allVerbs,
  message: FlowSchema,
  list: FlowSchemaList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'flowcontrol.apiserver.{domain}', version: 'v1beta1', prefix: 'flowschemas' },
  purpose: { kind: 'flowSchema' },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: flowSchemaColumns,
  compareRows: compareFlowSchemas,
  metadataChecks: { ofUpdate: ['whole'], ofPart: [] },
  hooks: flowSchemaHooks,
  rules: flowSchemaRules,
  about: 'Assigns a group of API requests to a priority level and splits them into flows.',
});
