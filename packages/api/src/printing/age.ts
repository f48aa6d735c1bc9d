/** Prints the age of a timestamp. */
import { printDuration } from './duration.ts';

export function printAge(time: string | null | undefined, now: Date): string {
  return time === null || time === undefined ? '<unknown>' : printDuration(now.getTime() - Date.parse(time));
}
