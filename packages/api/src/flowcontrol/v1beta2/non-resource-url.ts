/** Patterns for URLs that name no resource: a path, or a path of which all below it is meant. */
import type { StringFormat } from '@keelson/schema';

export const nonResourceUrl: StringFormat = {
  name: 'nonResourceUrl',
  check(path) {
    const problem = problemOf(path);
    return problem === undefined ? [] : [problem];
  },
};

function problemOf(path: string): string | undefined {
  if (path === '') return 'must not be empty';
  if (!path.startsWith('/')) return 'must start with slash';
  if (path.includes(' ')) return 'must not contain white-space';
  if (path.includes('//')) return 'must not contain double slash';
  const firstWildcard = path.indexOf('*');
  const isSuffix = firstWildcard === path.length - 1 && path.endsWith('/*');
  return firstWildcard === -1 || isSuffix ? undefined : 'wildcard can only do suffix matching';
}
