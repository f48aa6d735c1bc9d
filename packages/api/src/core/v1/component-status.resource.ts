/** Resource declaration of ComponentStatus in v1. */
import { resource } from '@keelson/schema';

import { componentStatusColumns } from './component-status.columns.ts';
import { ComponentStatus, ComponentStatusList } from './component-status.ts';

export const componentStatuses = resource({
  group: '',
  version: 'v1',
  kind: 'ComponentStatus',
  plural: 'componentstatuses',
  singular: 'componentstatus',
  shortNames: ['cs'],
  scope: 'Cluster',
  verbs: ['get', 'list'],
  message: ComponentStatus,
  list: ComponentStatusList,
  storage: { kind: 'none', observed: { wordMissing: (name) => `Component not found: ${name}` } },
  columns: componentStatusColumns,
  about: 'Health of a control plane component; obsolete.',
});
