/** The name that refusals of a create give an object whose name is not made yet: what it will begin with. */
import type { Metadata } from './api-object.ts';

export function nameBeforeAdmission({ name = '', generateName = '' }: Partial<Metadata>): string {
  return name || generateName || 'Unknown';
}
