/** Definitions as tests make them: of widgets in example.com, accepted under the names that they ask for. */
import type { CachedDefinition, Definition } from '../definition/definition.ts';

const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', shortNames: ['wd'] };

export function definitionOf(name: string, spec: object = {}, status: object = {}): Definition {
  const group = name.slice(name.indexOf('.') + 1);
  const made = {
    metadata: { name, uid: 'u', generation: 1 },
    spec: { group, scope: 'Namespaced', names, versions: [], ...spec },
    status: { conditions: null, acceptedNames: names, storedVersions: ['v1'], ...status },
  };
  return made as unknown as Definition;
}

export function cachedDefinition(definition: Definition): Pick<CachedDefinition, 'name' | 'version'> {
  const { name = '' } = definition.metadata;
  const value = Buffer.from(JSON.stringify(definition));
  return { name, version: { key: `/d/${name}`, revision: 1, value, attributes: undefined, derived: undefined } };
}
