/** Version and build of this server, as `/version` shows them. */
import type { Release } from '@keelson/schema';

export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  /** A semantic version, with a `v` before it. */
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  /** The runtime and its version; clients only display it. */
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** The sources that this program was built from. */
export interface BuildInfo {
  readonly gitCommit: string;
  /** With changes that no commit has, it is dirty. */
  readonly gitTreeState: 'clean' | 'dirty';
  /** Of the commit, so that the same sources make the same program. */
  readonly buildDate: string;
}

export interface VersionOptions {
  /** Of the API that is spoken. */
  readonly release: Release;
  /** Of this product. */
  readonly version: string;
  /** Absent where it is not known. */
  readonly build?: BuildInfo | undefined;
}

const unknownBuild: BuildInfo = { gitCommit: '', gitTreeState: 'clean', buildDate: '' };

/** The names that clients know of what Node calls otherwise. */
const architectures = new Map<string, string>([
  ['x64', 'amd64'],
  ['ia32', '386'],
]);

export function versionInfo({ release, version, build = unknownBuild }: VersionOptions): VersionInfo {
  const [major = '', minor = ''] = release.split('.');
  return {
    major,
    minor,
    gitVersion: `v${release}.0+keelson.${version}`,
    ...build,
    goVersion: `node${process.versions.node}`,
    compiler: `v8-${process.versions.v8}`,
    platform: `${process.platform}/${architectures.get(process.arch) ?? process.arch}`,
  };
}
