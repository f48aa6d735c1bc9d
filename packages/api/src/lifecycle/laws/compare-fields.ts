/** Rule 1 on the fields of a version: they accept what they accepted before, with the same meaning. */
import type { FieldDescription } from './api-description.ts';

type Fields = ReadonlyMap<string, FieldDescription>;

/** Returns the changes that a client of the older version would notice, a sentence each. */
export function compareFields(before: Fields, after: Fields): readonly string[] {
  return [...changedFields(before, after), ...newRequirements(before, after)];
}

function changedFields(before: Fields, after: Fields): string[] {
  return [...before].flatMap(([path, field]) => {
    const next = after.get(path);
    if (next !== undefined) return changesOf(field, next).map((change) => sentence(path, change));
    // The parts of a removed element are not reported on their own.
    const isPart = [...parentsOf(path)].some((parent) => before.has(parent) && !after.has(parent));
    return isPart ? [] : [sentence(path, 'is removed without a new version')];
  });
}

/** A new required field is missing in all existing objects and manifests, unless a default fills it in. */
function newRequirements(before: Fields, after: Fields): string[] {
  return [...after].flatMap(([path, { isRequired, default: given }]) => {
    if (before.has(path) || !isRequired || given !== undefined) return [];
    const parent = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
    return before.has(parent) ? [sentence(path, 'is new, and required')] : [];
  });
}

function sentence(path: string, change: string): string {
  return path === '' ? change : `${path} ${change}`;
}

function* parentsOf(path: string): Iterable<string> {
  for (let end = path.length - 1; end > 0; end -= 1) {
    const next = path[end];
    if (next === '.' || next === '[' || next === '{') yield path.slice(0, end);
  }
}

function changesOf(old: FieldDescription, now: FieldDescription): string[] {
  const [given, next] = [old.default ?? 'none', now.default ?? 'none'];
  return [
    ...(old.type === now.type ? [] : [`changes its type from ${old.type} to ${now.type}`]),
    ...(given === next ? [] : [`changes its default from ${given} to ${next}`]),
    ...narrowedValues(old, now),
    ...newDuties(old, now),
    ...narrowedLimits(old, now),
    ...now.rules.filter((rule) => !old.rules.includes(rule)).map((rule) => `has a rule that it had not: ${rule}`),
  ];
}

function narrowedValues(old: FieldDescription, now: FieldDescription): string[] {
  if (now.values.length === 0) return [];
  if (old.values.length === 0) return [`takes ${now.values.join(', ')} alone from now on`];
  const gone = old.values.filter((value) => !now.values.includes(value));
  return gone.length === 0 ? [] : [`no longer takes ${gone.join(', ')}`];
}

function newDuties(old: FieldDescription, now: FieldDescription): string[] {
  return [
    ...(!old.isRequired && now.isRequired && now.default === undefined ? ['is required from now on'] : []),
    ...(old.takesNull && !now.takesNull ? ['no longer takes null'] : []),
    ...(old.keepsUnknown && !now.keepsUnknown ? ['no longer keeps fields that it does not name'] : []),
  ];
}

function narrowedLimits(old: FieldDescription, now: FieldDescription): string[] {
  return [...now.limits].flatMap(([name, limit]) => {
    const before = old.limits.get(name);
    if (before === undefined) return [`has a ${name} of ${limit} from now on`];
    const isNarrower = name.startsWith('max') ? limit < before : limit > before;
    return isNarrower ? [`changes its ${name} from ${before} to ${limit}`] : [];
  });
}
