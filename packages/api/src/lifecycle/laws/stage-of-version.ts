/** The stage of an API version, which its name tells. */
export type VersionStage = 'alpha' | 'beta' | 'GA';

const order: readonly VersionStage[] = ['alpha', 'beta', 'GA'];

export function stageOfVersion(version: string): VersionStage {
  if (version.includes('alpha')) return 'alpha';
  return version.includes('beta') ? 'beta' : 'GA';
}

export function isLessStable(a: string, b: string): boolean {
  return order.indexOf(stageOfVersion(a)) < order.indexOf(stageOfVersion(b));
}
