/** API version deprecation.keelson.io/v1alpha1: its resources and kinds. The group is this server's own. */
import type { ApiVersion } from '../../api-version.ts';
import { deprecatedRequests } from './deprecated-request.resource.ts';

export const deprecationV1alpha1: ApiVersion = {
  group: 'deprecation.keelson.io',
  version: 'v1alpha1',
  resources: [deprecatedRequests],
  kinds: [],
};
