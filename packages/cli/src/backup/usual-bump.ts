/** The default of `--bump-revision`: beyond all that was written since the backup, by its age. */

/** `perSecond`: more writes than most clusters make. `most`: of etcd alone, which spends a write for each revision. */
export const usualBump = { least: 10_000, perSecond: 50, most: 5_000_000, leastEmbedded: 1_000_000 } as const;

/** `createdAt`: the time of the backup, RFC 3339. One that cannot be read is taken for long ago. */
export function usualBumpOf(kind: 'embedded' | 'etcd', createdAt: string, nowMs: number): number {
  const ageSeconds = Math.ceil((nowMs - Date.parse(createdAt)) / 1_000);
  const { least, perSecond, most, leastEmbedded } = usualBump;
  const ofAge = Number.isNaN(ageSeconds) ? most : least + perSecond * Math.max(0, ageSeconds);
  return kind === 'embedded' ? Math.max(leastEmbedded, ofAge) : Math.min(most, ofAge);
}
