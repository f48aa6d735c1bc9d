/** Servers that emulate releases over one store: each row of the table of removed versions, there and back. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { latestEmulated, oldestEmulated, releaseCalendar } from '@keelson/api';
import { isLater, type Release } from '@keelson/schema';

import { startKeelson } from '../server/start-keelson.ts';
import type { Keelson } from '../server/start-keelson.ts';
import type { RemovalRow } from './removal-row.ts';
import { removalTable } from './removal-table.ts';

const folder = await mkdtemp(join(tmpdir(), 'keelson-releases-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Over the same store each time, one after the other. */
async function emulate<T>(release: Release, act: (keelson: Keelson) => Promise<T>): Promise<T> {
  const keelson = await startKeelson({ folder, flags: [`--emulated-version=${release}`] });
  try {
    return await act(keelson);
  } finally {
    await keelson.stop();
  }
}

const minorOf = (release: Release): number => Number(release.split('.')[1]);
const before = (release: Release): Release => `1.${minorOf(release) - 1}`;
const isEmulated = (release: Release): boolean =>
  !isLater(oldestEmulated, release) && !isLater(release, latestEmulated);

function pathOf({ plural, isNamespaced = true }: RemovalRow, version: string): string {
  return `/apis/${version}/${isNamespaced ? 'namespaces/default/' : ''}${plural}`;
}

/** Several versions of a kind are stored in one place. */
function nameOf({ name }: RemovalRow, of: string): string {
  return name ?? `from-${of.replaceAll(/[^a-z0-9]/g, '-')}`;
}

async function ask(keelson: Keelson, path: string, body?: object) {
  const { status, body: text } = await keelson.ask(path, body && { method: 'POST', body });
  return { status, object: status < 400 ? (JSON.parse(text) as Record<string, unknown>) : text };
}

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly { readonly kind: string; readonly name: string }[];
}

/** `batch/v1beta1 CronJob` and so on, as discovery lists them. */
async function discover(keelson: Keelson): Promise<Set<string>> {
  const { body } = await keelson.ask('/apis');
  const { groups } = JSON.parse(body) as { groups: { versions: { groupVersion: string }[] }[] };
  const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
  const lists = await Promise.all(versions.map(async (version) => (await keelson.ask(`/apis/${version}`)).body));
  return new Set(
    lists
      .map((text) => JSON.parse(text) as ResourceList)
      .flatMap(({ groupVersion, resources }) =>
        resources.filter(({ name }) => !name.includes('/')).map(({ kind }) => `${groupVersion} ${kind}`),
      ),
  );
}

const found = new Map<Release, Set<string>>();
const emulated = releaseCalendar.map(({ release }) => release).filter(isEmulated);

describe('the versions that a release serves', () => {
  it('are tried for each row of the table of removed versions [table]', () => {
    const path = join(import.meta.dirname, '../../../../scripts/deprecation-sentences.json');
    const { removed } = JSON.parse(readFileSync(path, 'utf8')) as { removed: string[] };
    const tried = removalTable.flatMap((row) => row.versions.map((each) => [row.removed, each, row.kind].join(' ')));
    expect(tried.sort()).toEqual(removed.sort());
  });

  it.each(emulated)('%s has its own', async (release) => {
    found.set(release, await emulate(release, discover));
    expect(found.get(release)?.size).toBeGreaterThan(30);
  });

  const rows = removalTable.flatMap((row) => row.versions.map((version) => ({ version, row })));

  it.each(rows)('$version $row.kind ends as the table says, and not before [table]', ({ version, row }) => {
    const served = emulated.filter((release) => found.get(release)?.has(`${version} ${row.kind}`));
    expect(served.at(-1)).toBe(before(row.removed));
    expect(served).toEqual(
      emulated.slice(emulated.indexOf(served[0] ?? '1.0'), served.length + emulated.indexOf(served[0] ?? '1.0')),
    );
  });

  const successors = removalTable.flatMap(({ kind, to }) => (to === undefined ? [] : [{ kind, ...to }]));

  it.each(successors)('$version $kind is there from $since on [table]', ({ kind, version, since }) => {
    const first = emulated.find((release) => found.get(release)?.has(`${version} ${kind}`));
    expect(first).toBe(isLater(since, oldestEmulated) ? since : oldestEmulated);
  });
});

const removals = [...new Set(removalTable.map(({ removed }) => removed))].sort((a, b) => minorOf(a) - minorOf(b));

describe.each(removals)('the removals of %s', (removed) => {
  const rows = removalTable.filter((row) => row.removed === removed);
  const stored = rows.filter(({ isReview = false }) => !isReview);

  it('leave what was written in the old versions readable through the new ones [rule-4a-stored]', async () => {
    await emulate(before(removed), async (keelson) => {
      for (const row of rows) {
        for (const version of row.versions) {
          const { metadata, ...example } = row.example as { metadata?: object };
          const named = row.isReview === true ? { ...metadata } : { ...metadata, name: nameOf(row, version) };
          const body = { apiVersion: version, kind: row.kind, metadata: named, ...example };
          const { status, object } = await ask(keelson, pathOf(row, version), body);
          expect([version, row.kind, status, status < 400 ? '' : object]).toEqual([version, row.kind, 201, '']);
          expect(object).toMatchObject({ apiVersion: version, kind: row.kind });
          if (row.name !== undefined) break;
        }
      }
    });
    await emulate(removed, async (keelson) => {
      for (const row of rows) {
        for (const version of row.versions) {
          expect(await ask(keelson, pathOf(row, version))).toMatchObject({ status: 404 });
          if (row.to === undefined || row.isReview === true || (row.name !== undefined && version !== row.versions[0]))
            continue;
          const read = await ask(keelson, `${pathOf(row, row.to.version)}/${nameOf(row, version)}`);
          expect(read).toMatchObject({
            status: 200,
            object: { apiVersion: row.to.version, ...row.becomes, ...row.becomesFrom?.[version] },
          });
        }
      }
    });
  });

  it('can be taken back: the old versions show what they said before [table]', async () => {
    await emulate(before(removed), async (keelson) => {
      for (const row of stored) {
        for (const version of row.versions.slice(0, row.name === undefined ? undefined : 1)) {
          const path = `${pathOf(row, version)}/${nameOf(row, version)}`;
          const read = await ask(keelson, path);
          const { metadata: _metadata, ...example } = row.example as { metadata?: object };
          expect(read).toMatchObject({ status: 200, object: { apiVersion: version, kind: row.kind, ...example } });
          const deleted = await keelson.ask(path, { method: 'DELETE' });
          expect(deleted.status).toBe(200);
        }
      }
    });
  });
});

describe('what is wrong with a release is refused at the start:', () => {
  it.each([
    ['1.14', '1.14 is older than the oldest release that can be emulated; choose one from 1.15 to 1.26'],
    ['1.27', '1.27 is a release of the future; choose one from 1.15 to 1.26'],
    ['next', '"next" is not a release such as 1.24; choose one from 1.15 to 1.26'],
    ['1.024', '"1.024" is not a release such as 1.24; choose one from 1.15 to 1.26'],
  ])('%s', async (release, message) => {
    const started = startKeelson({ flags: [`--emulated-version=${release}`] });
    await expect(started).rejects.toThrow(`--emulated-version ${message}`);
  });

  it('settings for versions that the release has not', async () => {
    const flags = ['--emulated-version=1.25', '--runtime-config=batch/v1beta1=true'];
    await expect(startKeelson({ flags })).rejects.toThrow(
      '--runtime-config: batch/v1beta1=true: 1.25 serves it no longer; it was removed in 1.25. Emulate an earlier release, use batch/v1 instead, or leave it out',
    );
  });
});
