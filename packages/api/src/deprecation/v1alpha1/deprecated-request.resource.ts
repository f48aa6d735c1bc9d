/** Resource declaration of DeprecatedRequest in deprecation.keelson.io/v1alpha1: written by the server alone. */
import { resource } from '@keelson/schema';

import { deprecatedRequestColumns } from './deprecated-request.columns.ts';
import { DeprecatedRequest, DeprecatedRequestList } from './deprecated-request.ts';

export const deprecatedRequests = resource({
  group: 'deprecation.keelson.io',
  version: 'v1alpha1',
  kind: 'DeprecatedRequest',
  plural: 'deprecatedrequests',
  singular: 'deprecatedrequest',
  scope: 'Cluster',
  verbs: ['delete', 'deletecollection', 'get', 'list', 'watch'],
  verbsOfServer: ['create', 'update'],
  listing: 'newer',
  message: DeprecatedRequest,
  list: DeprecatedRequestList,
  storage: {
    kind: 'stored',
    group: 'deprecation.keelson.io',
    version: 'v1alpha1',
    prefix: 'deprecatedrequests',
    isAlwaysJson: true,
  },
  columns: deprecatedRequestColumns,
  purpose: { kind: 'deprecatedRequest' },
  about: 'A client that still asks for a version that is deprecated.',
});
