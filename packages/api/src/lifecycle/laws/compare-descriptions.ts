/**
 * The laws of API elements on two descriptions of one API, the older one first: rule 1 (an element goes, or changes, with
 * a new version alone), 3, 4a and 4b.
 */
import { isLater } from '@keelson/schema';

import { keyOf, type ApiDescription, type PathDescription, type VersionDescription } from './api-description.ts';
import type { BrokenLaw } from './check-timeline.ts';
import { compareFields } from './compare-fields.ts';
import { isLessStable, stageOfVersion } from './stage-of-version.ts';

type Versions = ApiDescription['versions'];

export function compareDescriptions(before: ApiDescription, after: ApiDescription): readonly BrokenLaw[] {
  return [
    ...[...before.versions.values()].flatMap((old) => {
      const now = after.versions.get(keyOf(old));
      return now === undefined ? checkRemoved(old, after) : checkKept(old, now, after.versions);
    }),
    ...checkStorage(before.versions, after.versions),
    ...checkPaths(before.paths, after.paths),
  ];
}

/** Such as `example.org/v1 Pump`. */
export function titleOf({ group, version, kind }: VersionDescription): string {
  return `${group === '' ? version : `${group}/${version}`} ${kind}`;
}

function checkRemoved(old: VersionDescription, { decoded, release }: ApiDescription): BrokenLaw[] {
  const title = titleOf(old);
  const isLost = old.wasStored && !decoded.has(keyOf(old));
  const lost = isLost
    ? [
        {
          rule: '4a',
          message: `${title} is removed, and objects may be stored in it: serve it no longer, but list it until they are migrated`,
        },
      ]
    : [];
  const stage = stageOfVersion(old.version);
  if (stage === 'GA') return [...lost, { rule: '4a', message: `${title} is removed, though it is GA` }];
  const { deprecatedIn: since } = old;
  const wasDeprecatedBetween = since !== undefined && release !== undefined && isLater(release, since);
  if (stage === 'alpha' || old.isDeprecated || wasDeprecatedBetween) return lost;
  return [...lost, { rule: '4a', message: `${title} is removed, and was not deprecated before` }];
}

function checkKept(old: VersionDescription, now: VersionDescription, after: Versions): BrokenLaw[] {
  const title = titleOf(old);
  const changes = [
    ...compareFields(old.fields, now.fields),
    ...[...old.promises].filter((each) => !now.promises.has(each)).map((each) => `loses ${each}`),
  ];
  return [
    ...changes.map((change) => ({ rule: '1', message: `${title}: ${change}` })),
    ...checkDeprecation(now, old, after),
  ];
}

function checkDeprecation(now: VersionDescription, old: VersionDescription, after: Versions): BrokenLaw[] {
  if (old.isDeprecated || !now.isDeprecated) return [];
  const others = versionsOf(now, after).filter(({ version, isDeprecated }) => version !== now.version && !isDeprecated);
  if (others.length === 0 || others.some(({ version }) => !isLessStable(version, now.version))) return [];
  const names = others.map(({ version }) => version).join(', ');
  return [{ rule: '3', message: `${titleOf(now)} is deprecated in favour of less stable ${names}` }];
}

/** The version that is stored moves to one that was served before, so that a step back finds it readable. */
function checkStorage(before: Versions, after: Versions): BrokenLaw[] {
  return [...after.values()].flatMap((now) => {
    if (now.isStored !== true) return [];
    const was = versionsOf(now, before).find(({ isStored }) => isStored === true);
    if (was === undefined || was.version === now.version) return [];
    if (isLessStable(now.version, was.version)) {
      return [
        {
          rule: '3',
          message: `${titleOf(now)} becomes the storage version, and is less stable than ${was.version} before it`,
        },
      ];
    }
    if (before.has(keyOf(now)) || stageOfVersion(was.version) === 'alpha') return [];
    const message = `${titleOf(now)} becomes the storage version as it comes, and ${was.version} was before: serve it for one release first`;
    return [{ rule: '4b', message }];
  });
}

/** Resources that go with all their paths are left to the comparison of kinds. */
function checkPaths(before: PathDescription, after: PathDescription): BrokenLaw[] {
  const resources = new Set([...after.keys()].map(resourceOf));
  return [...before].flatMap(([path, verbs]) => {
    if (!resources.has(resourceOf(path))) return [];
    const left = after.get(path);
    if (left === undefined) return [{ rule: '1', message: `${path} is removed without a new version` }];
    const gone = [...verbs].filter((verb) => !left.has(verb));
    return gone.map((verb) => ({ rule: '1', message: `${path} no longer takes ${verb.toUpperCase()}` }));
  });
}

/** The path of the collection, over all namespaces. */
function resourceOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'watch');
  const [root = '', ...rest] = parts;
  const version = rest.splice(0, root === 'apis' ? 2 : 1);
  if (rest[0] === 'namespaces' && rest.length > 2 && rest[1]?.startsWith('{') === true) rest.splice(0, 2);
  return [root, ...version, rest[0] ?? ''].join('/');
}

function versionsOf({ group, kind }: VersionDescription, of: Versions): VersionDescription[] {
  return [...of.values()].filter((each) => each.group === group && each.kind === kind);
}
