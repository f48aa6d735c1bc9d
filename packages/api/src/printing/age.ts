/** How long ago a time was. */
import { printDuration } from './duration.ts';

export function printAge(time: string | null | undefined, now: Date): string {
  return time === null || time === undefined ? '<unknown>' : printDuration(now.getTime() - Date.parse(time));
}
