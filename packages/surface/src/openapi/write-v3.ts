/**
 * The documents of OpenAPI v3, one for each version of a group. A definition is written
 * once and put into every document that refers to it, directly or not.
 */
import { definitionsOf, openapiV3, stringifyJson } from '@keelson/schema';
import type { DefinitionOptions, GroupVersionKind, Message } from '@keelson/schema';

import { sortedItems } from './api-paths.ts';
import type { ApiPaths } from './api-paths.ts';
import { documentInfo, securityScheme } from './document-info.ts';
import { messagesOf, responseTexts } from './operation.ts';
import type { Operation, Parameter, PathItem } from './operation.ts';

export interface WriteV3Options {
  readonly paths: ApiPaths;
  readonly version: string;
  readonly kindsOf: (message: Message) => readonly GroupVersionKind[];
  /** Default: true. */
  readonly showsEnums?: boolean | undefined;
  /** Fields that the release does not have. */
  readonly hidesField?: DefinitionOptions['hidesField'];
  readonly hiddenValues?: DefinitionOptions['hiddenValues'];
}

/** The text of each document, by its name in the index. */
export function writeV3({ paths, version, ...options }: WriteV3Options): Map<string, string> {
  const pool = definitionPool(messagesOf([...paths.values()].flat()), options);
  const info = JSON.stringify(documentInfo(version));
  const schemes = JSON.stringify({ BearerToken: securityScheme });
  return new Map(
    [...paths].map(([name, items]) => {
      const pathsText = JSON.stringify(
        Object.fromEntries(sortedItems(items).map((item) => [item.path, pathItem(item)])),
      );
      const schemas = pool.textFor(messagesOf(items));
      const components = `{${schemas === '' ? '' : `"schemas":{${schemas}},`}"securitySchemes":${schemes}}`;
      return [name, `{"openapi":"3.0.0","info":${info},"paths":${pathsText},"components":${components}}`];
    }),
  );
}

interface Definition {
  readonly text: string;
  readonly references: readonly string[];
}

function definitionPool(
  messages: Iterable<Message>,
  options: Pick<WriteV3Options, 'hiddenValues' | 'hidesField' | 'kindsOf' | 'showsEnums'>,
): { textFor(messages: Iterable<Message>): string } {
  const definitions = definitionsOf(messages, openapiV3, options);
  const pool = new Map<string, Definition>();
  for (const [name, definition] of Object.entries(definitions)) {
    const text = stringifyJson(definition);
    pool.set(name, { text: `${JSON.stringify(name)}:${text}`, references: referencesIn(text) });
  }
  const collect = (name: string, found: Set<string>): void => {
    const definition = pool.get(name);
    if (found.has(name) || definition === undefined) return;
    found.add(name);
    for (const reference of definition.references) collect(reference, found);
  };
  return {
    textFor(wanted) {
      const found = new Set<string>();
      for (const { name } of wanted) collect(name, found);
      return [...found]
        .sort()
        .map((name) => pool.get(name)?.text ?? '')
        .join(',');
    },
  };
}

/**
 * Names have no quotes in them, and no description says `"$ref":` unescaped. The default of a custom resource may have
 * a key of this name: what it names is then put in as well, if there is such a definition.
 */
function referencesIn(text: string): string[] {
  const found = text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  return [...new Set([...found].map(([, name]) => name ?? ''))];
}

function pathItem({ parameters, operations }: PathItem): object {
  const item = Object.fromEntries(operations.map((operation) => [operation.method, writeOperation(operation)]));
  return parameters.length > 0 ? { ...item, parameters: parameters.map(writeParameter) } : item;
}

function writeOperation(operation: Operation): object {
  const { about, tag, id, action, kind, parameters, produces } = operation;
  const body = requestBody(operation);
  const responses = operation.responses.map(({ code, message }) => [
    code,
    { description: responseTexts[code], ...(message && { content: contentOf(produces, reference(message)) }) },
  ]);
  return {
    tags: [tag],
    description: about,
    operationId: id,
    ...(parameters.length > 0 && { parameters: parameters.map(writeParameter) }),
    ...(body && { requestBody: body }),
    responses: Object.fromEntries(responses) as unknown,
    ...(action !== undefined && { [`${openapiV3.extensionPrefix}action`]: action }),
    ...(kind && { [`${openapiV3.extensionPrefix}group-version-kind`]: kind }),
  };
}

function requestBody({ body, consumes }: Operation): object | undefined {
  if (body === undefined) return undefined;
  const schema = body.message === undefined ? { type: 'object' } : reference(body.message);
  return { content: contentOf(consumes, schema), ...(body.isRequired && { required: true }) };
}

function contentOf(types: readonly string[], schema: object): object {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function reference(message: Message): object {
  return { $ref: `${openapiV3.referencePrefix}${message.name}` };
}

const written = new WeakMap<Parameter, object>();

/** One object for all operations that have the parameter. */
function writeParameter(parameter: Parameter): object {
  const known = written.get(parameter);
  if (known !== undefined) return known;
  const { name, type, about } = parameter;
  const required = parameter.in === 'path';
  const made = {
    name,
    in: parameter.in,
    description: about,
    ...(required && { required }),
    schema: { type, uniqueItems: true },
  };
  written.set(parameter, made);
  return made;
}
