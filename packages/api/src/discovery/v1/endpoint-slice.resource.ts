/** Resource declaration of EndpointSlice in discovery.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { endpointSliceColumns } from '../endpoint-slice.columns.ts';
import { endpointSliceHooks, endpointSliceRules } from '../endpoint-slice.rules.ts';
import { endpointSliceConversion } from './endpoint-slice.conversion.ts';
import { endpointSliceRequestHooks } from './endpoint-slice.rules.ts';
import { EndpointSlice, EndpointSliceList } from './endpoint-slice.ts';

export const endpointSlices = resource({
  group: 'discovery.{domain}',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  singular: 'endpointslice',
  scope: 'Namespaced',
  verbs: allVerbs,
  message: EndpointSlice,
  list: EndpointSliceList,
  storage: { kind: 'stored', group: 'discovery.{domain}', version: 'v1beta1', prefix: 'endpointslices' },
  conversion: endpointSliceConversion,
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: endpointSliceColumns,
  metadataChecks: { ofUpdate: ['whole'] },
  hooks: endpointSliceHooks,
  hooksOfRequests: endpointSliceRequestHooks,
  rules: endpointSliceRules,
  about: 'Some of the endpoints of a service; several slices make the full set.',
});
