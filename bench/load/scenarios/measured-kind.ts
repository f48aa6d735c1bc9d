/**
 * A kind whose objects are measured: custom objects, and ConfigMaps beside them that hold as much, in as many fields.
 * An update of a custom object has to name the version that it replaces, so that changes are merge patches here.
 */
import { configMaps, namespace } from './scenario.ts';

export interface MeasuredKind {
  readonly name: string;
  readonly collection: string;
  /** An object of 1 KB, as a template for what is in the name. */
  text(name: string): string;
  /** As `text`, with one field more. */
  changedText(name: string, field: Field, value: string): string;
  /** A merge patch that sets one field. */
  patch(field: Field, value: string): string;
}

export type Field = 'round' | 'sent';

const group = 'bench.example.com';
const fields = Array.from({ length: 16 }, (_, index) => `field${10 + index}`);
const content = fields.map((name) => `"${name}":"${'x'.repeat(35)}"`).join(',');

function kindOf(name: string, collection: string, head: string, place: string): MeasuredKind {
  const objectText = (called: string, more: string): string =>
    `{${head},"metadata":{"name":"${called}","labels":{"app":"bench"}},"${place}":{${more}${content}}}`;
  return {
    name,
    collection,
    text: (called) => objectText(called, ''),
    changedText: (called, field, value) => objectText(called, `"${field}":"${value}",`),
    patch: (field, value) => `{"${place}":{"${field}":"${value}"}}`,
  };
}

export const customObjects = kindOf(
  'custom objects',
  `/apis/${group}/v1/namespaces/${namespace}/widgets`,
  `"apiVersion":"${group}/v1","kind":"Widget"`,
  'spec',
);

export const likeNamespace = `${namespace}-like`;

export const likeConfigMaps = kindOf(
  'ConfigMaps',
  configMaps.replace(namespace, likeNamespace),
  '"apiVersion":"v1","kind":"ConfigMap"',
  'data',
);

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export const widgetDefinition = definitionOf('widgets', 'Widget', group, [...fields, 'round', 'sent']);

/** Of a kind whose spec has these fields, all of them strings that are checked. */
export function definitionOf(plural: string, kind: string, groupName: string, names: readonly string[]): object {
  const text = { type: 'string', maxLength: 200, description: 'What this field means to those who read it.' };
  const spec = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${groupName}` },
    spec: {
      group: groupName,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
