/** The status of a condition: whether it holds, as far as is known. */
import { usually } from '@keelson/schema';

export const conditionStatus = usually('True', 'False', 'Unknown');
