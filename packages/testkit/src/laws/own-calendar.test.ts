/** The deprecation rules on what this server serves itself, from each release that can be emulated to the next. */
import { afterAll, describe, expect, it } from '@jest/globals';

import {
  checkTimeline,
  compareDescriptions,
  latestEmulated,
  oldestEmulated,
  readDescription,
  releaseCalendar,
  versionRows,
  type ReleaseOfGroup,
} from '@keelson/api';
import { isLater, type Release } from '@keelson/schema';

import { startKeelson, type Keelson } from '../server/start-keelson.ts';

const releases: readonly Release[] = releaseCalendar
  .map(({ release }) => release)
  .filter((release) => !isLater(oldestEmulated, release) && !isLater(release, latestEmulated));

interface Shown {
  readonly schemas: Record<string, object>;
  /** The preferred version of each group. */
  readonly preferred: ReadonlyMap<string, string>;
}

async function fetchJson<T>(keelson: Keelson, path: string): Promise<T> {
  return JSON.parse((await keelson.ask(path)).body) as T;
}

async function show(release: Release): Promise<Shown> {
  const keelson = await startKeelson({ flags: [`--emulated-version=${release}`] });
  try {
    const { groups } = await fetchJson<{ groups: { name: string; preferredVersion: { version: string } }[] }>(
      keelson,
      '/apis',
    );
    const { paths } = await fetchJson<{ paths: Record<string, { serverRelativeURL: string }> }>(keelson, '/openapi/v3');
    const schemas: Record<string, object> = {};
    for (const { serverRelativeURL } of Object.values(paths)) {
      const { components } = await fetchJson<{ components?: { schemas?: object } }>(keelson, serverRelativeURL);
      Object.assign(schemas, components?.schemas);
    }
    return { schemas, preferred: new Map(groups.map(({ name, preferredVersion: { version } }) => [name, version])) };
  } finally {
    await keelson.stop();
  }
}

const shown = new Map<Release, Shown>();
afterAll(() => shown.clear());

async function shownAt(release: Release): Promise<Shown> {
  const known = shown.get(release) ?? (await show(release));
  shown.set(release, known);
  return known;
}

const inDomain = (version: string): string => version.replace('{domain}', 'k8s.io');

/** Deprecation of a version, which no OpenAPI document tells. */
function isDeprecated(apiVersion: string, kind: string, release: Release): boolean {
  return versionRows.some(
    ({ version, kinds, deprecated }) =>
      inDomain(version) === apiVersion &&
      kinds.some((each) => kind === each || kind === `${each}List`) &&
      deprecated !== undefined &&
      !isLater(deprecated, release),
  );
}

function describeAt({ schemas }: Shown, release: Release) {
  const read = readDescription({ components: { schemas } });
  if (!read.ok) throw new Error(read.message);
  const versions = new Map(
    [...read.description.versions].map(([key, each]) => {
      const apiVersion = each.group === '' ? each.version : `${each.group}/${each.version}`;
      return [key, { ...each, isDeprecated: isDeprecated(apiVersion, each.kind, release) }];
    }),
  );
  return { ...read.description, versions };
}

describe('rules 1, 3 and 4a', () => {
  const steps = releases.slice(1).map((release, at) => [releases[at] ?? release, release] as const);

  it.each(steps)('are kept by what is served, from %s to %s [rule-1 rule-3 rule-4a]', async (before, after) => {
    const [old, now] = [describeAt(await shownAt(before), before), describeAt(await shownAt(after), after)];
    expect(old.versions.size).toBeGreaterThan(60);
    expect(compareDescriptions(old, now)).toEqual([]);
  });
});

function firstShown(release: Release): Shown | undefined {
  return isLater(oldestEmulated, release) ? shown.get(oldestEmulated) : undefined;
}

/** Of one group, as the calendar has it. All its versions are stored in one, so that the preferred one stands for it. */
function timelineOf(group: string): ReleaseOfGroup[] {
  return releaseCalendar.flatMap(({ release }) => {
    const rows = versionRows.filter(
      ({ version, introduced, removed }) =>
        inDomain(version).split('/')[0] === group &&
        introduced !== undefined &&
        !isLater(introduced, release) &&
        (removed === undefined || isLater(removed, release)),
    );
    // Of releases before those that can be emulated, only what they served and deprecated is known.
    const preferred = (shown.get(release) ?? firstShown(release))?.preferred.get(group);
    if (rows.length === 0 || preferred === undefined) return [];
    const nameOf = (version: string): string => version.split('/')[1] ?? version;
    const served = [...new Set(rows.map(({ version }) => nameOf(version)))];
    // A version of a group is deprecated where all its kinds are.
    const deprecated = served.filter((each) =>
      rows
        .filter(({ version }) => nameOf(version) === each)
        .every(({ deprecated: since }) => since !== undefined && !isLater(since, release)),
    );
    const notes = `Action required: ${versionRows
      .filter(({ removed }) => removed === release)
      .map(({ version }) => nameOf(version))
      .join(' ')}`;
    return [{ release, served, deprecated, preferred, storage: preferred, notes }];
  });
}

describe('rules 3, 4a and 4b', () => {
  it('are kept by the versions of each group, release by release [rule-3 rule-4a rule-4b]', async () => {
    for (const release of releases) await shownAt(release);
    const groups = new Set(versionRows.map(({ version }) => inDomain(version).split('/')[0] ?? ''));
    const broken = [...groups].flatMap((group) =>
      checkTimeline(timelineOf(group), releaseCalendar).map(({ rule, message }) => `${group} ${rule}: ${message}`),
    );
    expect(broken).toEqual([]);
  });
});
