/** The name for refusals of a create whose name is not generated yet: its prefix. */
import type { Metadata } from './api-object.ts';

export function nameBeforeAdmission({ name = '', generateName = '' }: Partial<Metadata>): string {
  return name || generateName || 'Unknown';
}
