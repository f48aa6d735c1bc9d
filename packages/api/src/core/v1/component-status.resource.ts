/** How v1 serves ComponentStatus objects. */
import { resource } from '@keelson/schema';

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
  lifecycle: { deprecated: '1.19' },
  about: 'Health of a control plane component; obsolete.',
});
