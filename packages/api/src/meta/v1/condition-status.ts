/** The status of a condition: whether it holds, as far as is known. */
import { named, usually } from '@keelson/schema';

export const conditionStatus = named('v1.ConditionStatus', usually('True', 'False', 'Unknown'));
