/** APIGroupDiscovery, declared as v2 has it. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { APIGroupDiscovery as Later } from '../v2/api-group-discovery.ts';

export const APIGroupDiscovery = inVersion(Later, 'v2beta1');
export type APIGroupDiscovery = TypeOf<typeof APIGroupDiscovery>;

export const APIGroupDiscoveryList = listOf(APIGroupDiscovery);
export type APIGroupDiscoveryList = TypeOf<typeof APIGroupDiscoveryList>;
