/** PriorityLevelConfiguration, declared as v1beta2 has it. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { PriorityLevelConfiguration as Later } from '../v1beta2/priority-level-configuration.ts';

export const PriorityLevelConfiguration = inVersion(Later, 'v1beta1');
export type PriorityLevelConfiguration = TypeOf<typeof PriorityLevelConfiguration>;

export const PriorityLevelConfigurationList = listOf(PriorityLevelConfiguration);
export type PriorityLevelConfigurationList = TypeOf<typeof PriorityLevelConfigurationList>;
