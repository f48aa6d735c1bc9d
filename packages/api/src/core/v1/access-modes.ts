/** Ways to mount a volume, in the short form people know. */
const shortForms = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const;

/** Each once, in a fixed order. */
export function printAccessModes(modes: readonly string[] | undefined): string {
  return shortForms
    .filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(',');
}
