/** The order of the versions of a group: the most stable first, and of equals the newest. */

interface VersionParts {
  readonly major: number;
  /** 0: alpha, 1: beta, 2: stable. */
  readonly stage: number;
  readonly minor: number;
}

const stages = ['alpha', 'beta', ''];
const versionName = /^v([1-9]\d{0,14})(?:(alpha|beta)([1-9]\d{0,14}))?$/;

/** Negative where `a` comes first. Names of another form come last, in the order of their letters. */
export function compareVersions(a: string, b: string): number {
  const [partsOfA, partsOfB] = [partsOf(a), partsOf(b)];
  if (partsOfA === undefined || partsOfB === undefined) {
    if (partsOfA !== partsOfB) return partsOfA === undefined ? 1 : -1;
    return a < b ? -1 : Number(a > b);
  }
  return partsOfB.stage - partsOfA.stage || partsOfB.major - partsOfA.major || partsOfB.minor - partsOfA.minor;
}

function partsOf(version: string): VersionParts | undefined {
  const [, major, stage = '', minor = '0'] = versionName.exec(version) ?? [];
  return major === undefined ? undefined : { major: Number(major), stage: stages.indexOf(stage), minor: Number(minor) };
}
