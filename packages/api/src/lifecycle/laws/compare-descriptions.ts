/**
 * The laws of API elements on two descriptions of one API, the older one first: rule 1 (an element goes, or changes, with
 * a new version alone), 3, 4a and 4b. How long something was deprecated is not in a description, and is not checked.
 */
import { keyOf, type ApiDescription, type FieldDescription, type VersionDescription } from './api-description.ts';
import type { BrokenLaw } from './check-timeline.ts';
import { isLessStable, stageOfVersion } from './stage-of-version.ts';

export function compareDescriptions(before: ApiDescription, after: ApiDescription): readonly BrokenLaw[] {
  return [...before.values()]
    .flatMap((old) => {
      const now = after.get(keyOf(old));
      return now === undefined
        ? checkRemoved(old, after)
        : [...checkFields(old, now), ...checkVersion(old, now, after)];
    })
    .concat(checkStorage(before, after));
}

function titleOf({ group, version, kind }: VersionDescription): string {
  return `${group === '' ? version : `${group}/${version}`} ${kind}`;
}

function checkRemoved(old: VersionDescription, after: ApiDescription): BrokenLaw[] {
  const title = titleOf(old);
  const stage = stageOfVersion(old.version);
  if (stage === 'GA') return [{ rule: '4a', message: `${title} is removed, though it is GA` }];
  const persisted = old.wasStored && !versionsOf(old, after).some(({ isStored }) => isStored === true);
  const lost = persisted ? [{ rule: '4a', message: `${title} is removed, and objects are stored in it` }] : [];
  if (stage === 'alpha' || old.isDeprecated) return lost;
  return [...lost, { rule: '4a', message: `${title} is removed, and was not deprecated before` }];
}

function checkFields(old: VersionDescription, now: VersionDescription): BrokenLaw[] {
  const title = titleOf(old);
  return [...old.fields].flatMap(([path, field]) => {
    const next = now.fields.get(path);
    if (next !== undefined)
      return changesOf(field, next).map((change) => ({ rule: '1', message: `${title}: ${path} ${change}` }));
    // Of an element that goes, the parts go with it.
    const isPart = [...parentsOf(path)].some((parent) => old.fields.has(parent) && !now.fields.has(parent));
    return isPart ? [] : [{ rule: '1', message: `${title}: ${path} is removed without a new version` }];
  });
}

function* parentsOf(path: string): Iterable<string> {
  for (let end = path.length; end > 0; end -= 1) {
    const next = path[end];
    if (next === '.' || next === '[' || next === '{') yield path.slice(0, end);
  }
}

function changesOf(old: FieldDescription, now: FieldDescription): string[] {
  const gone = now.values.length === 0 ? [] : old.values.filter((value) => !now.values.includes(value));
  return [
    ...(old.type === now.type ? [] : [`changes its type from ${old.type} to ${now.type}`]),
    ...(old.default === now.default
      ? []
      : [`changes its default from ${old.default ?? 'none'} to ${now.default ?? 'none'}`]),
    ...(gone.length === 0 ? [] : [`no longer takes ${gone.join(', ')}`]),
    ...(old.values.length === 0 && now.values.length > 0 ? [`takes ${now.values.join(', ')} alone from now on`] : []),
  ];
}

function checkVersion(old: VersionDescription, now: VersionDescription, after: ApiDescription): BrokenLaw[] {
  if (old.isDeprecated || !now.isDeprecated) return [];
  const others = versionsOf(now, after).filter(({ version, isDeprecated }) => version !== now.version && !isDeprecated);
  if (others.length === 0 || others.some(({ version }) => !isLessStable(version, now.version))) return [];
  const names = others.map(({ version }) => version).join(', ');
  return [{ rule: '3', message: `${titleOf(now)} is deprecated in favour of less stable ${names}` }];
}

/** The version that is stored moves to one that was served before, so that a step back finds it readable. */
function checkStorage(before: ApiDescription, after: ApiDescription): BrokenLaw[] {
  return [...after.values()].flatMap((now) => {
    if (now.isStored !== true || before.has(keyOf(now))) return [];
    const was = versionsOf(now, before).find(({ isStored }) => isStored === true);
    if (was === undefined || stageOfVersion(was.version) === 'alpha') return [];
    const message = `${titleOf(now)} becomes the storage version as it comes, and ${was.version} was before: serve it for one release first`;
    return [{ rule: '4b', message }];
  });
}

function versionsOf({ group, kind }: VersionDescription, of: ApiDescription): VersionDescription[] {
  return [...of.values()].filter((each) => each.group === group && each.kind === kind);
}
