/** For tests: declarations as custom resources bring them, with plurals that paths may mistake for something else. */
import { kind, resource, type Resource, type Verb } from '@keelson/schema';

export const customGroup = 'x.example.com';

export interface CustomDeclaration {
  readonly plural: string;
  readonly scope: Resource['scope'];
  readonly verbs: readonly Verb[];
  readonly subresources?: Resource['subresources'];
}

export function declareCustom({ plural, scope, verbs, subresources = {} }: CustomDeclaration): Resource {
  const version = { group: customGroup, version: 'v1' };
  const name = `K${plural}`;
  const messages = { message: kind(`test.v1.${name}`, {}), list: kind(`test.v1.${name}List`, {}) };
  const names = { kind: name, plural, singular: plural };
  const storage = { kind: 'stored', ...version, prefix: plural } as const;
  return resource({ ...version, ...names, ...messages, scope, verbs, storage, subresources });
}
