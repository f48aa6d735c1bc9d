/** The document of OpenAPI v2: one for everything. */
import { definitionsOf, openapiV2 } from '@keelson/schema';
import type { DefinitionOptions, Definitions, GroupVersionKind, Message } from '@keelson/schema';

import { sortedItems } from './api-paths.ts';
import type { ApiPaths } from './api-paths.ts';
import { messagesOf, responseTexts } from './operation.ts';
import type { Operation, Parameter, PathItem } from './operation.ts';
import { documentInfo, securityScheme } from './document-info.ts';

export interface ParameterV2 {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly description?: string;
  readonly required?: boolean;
  readonly type?: Parameter['type'];
  readonly uniqueItems?: boolean;
  readonly schema?: { readonly $ref?: string; readonly type?: 'object' };
}

export interface OperationV2 {
  readonly description: string;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly schemes: readonly string[];
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly parameters?: readonly ParameterV2[];
  readonly responses: Readonly<Record<string, ResponseV2>>;
  readonly [extension: `x-${string}`]: unknown;
}

export interface ResponseV2 {
  readonly description: string;
  readonly schema?: { readonly $ref: string };
}

export interface PathItemV2 extends Partial<Record<Operation['method'], OperationV2>> {
  parameters?: readonly ParameterV2[];
}

export interface DocumentV2 {
  readonly swagger: '2.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItemV2>>;
  readonly definitions: Definitions;
  readonly securityDefinitions: { readonly BearerToken: typeof securityScheme };
  readonly security: readonly { readonly BearerToken: readonly string[] }[];
}

export interface WriteV2Options {
  readonly paths: ApiPaths;
  readonly version: string;
  readonly kindsOf: (message: Message) => readonly GroupVersionKind[];
  /** Default: true. */
  readonly showsEnums?: boolean | undefined;
  /** Fields that the release does not have. */
  readonly hidesField?: DefinitionOptions['hidesField'];
  readonly hiddenValues?: DefinitionOptions['hiddenValues'];
}

export function writeV2({ paths, version, ...options }: WriteV2Options): DocumentV2 {
  const items = sortedItems([...paths.values()].flat());
  return {
    swagger: '2.0',
    info: documentInfo(version),
    paths: Object.fromEntries(items.map((item) => [item.path, pathItemV2(item)])),
    definitions: definitionsOf(messagesOf(items), openapiV2, options),
    securityDefinitions: { BearerToken: securityScheme },
    security: [{ BearerToken: [] }],
  };
}

export function pathItemV2({ parameters, operations }: PathItem): PathItemV2 {
  const item: PathItemV2 = {};
  for (const operation of operations) item[operation.method] = writeOperation(operation);
  return parameters.length > 0 ? { ...item, parameters: parameters.map(writeParameter) } : item;
}

function writeOperation(operation: Operation): OperationV2 {
  const { about, consumes, produces, tag, id, action, kind } = operation;
  const parameters = [...bodyParameter(operation), ...operation.parameters.map(writeParameter)];
  return {
    description: about,
    consumes,
    produces,
    schemes: ['https'],
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(
      operation.responses.map(({ code, message }) => [
        code,
        { description: responseTexts[code], ...(message && { schema: reference(message) }) },
      ]),
    ),
    ...(action !== undefined && { [`${openapiV2.extensionPrefix}action`]: action }),
    ...(kind && { [`${openapiV2.extensionPrefix}group-version-kind`]: kind }),
  };
}

function reference(message: Message): { $ref: string } {
  return { $ref: `${openapiV2.referencePrefix}${message.name}` };
}

function bodyParameter({ body }: Operation): ParameterV2[] {
  if (body === undefined) return [];
  const schema = body.message === undefined ? ({ type: 'object' } as const) : reference(body.message);
  return [{ name: 'body', in: 'body', ...(body.isRequired && { required: true }), schema }];
}

const written = new WeakMap<Parameter, ParameterV2>();

/** One object for all operations that have the parameter. */
function writeParameter(parameter: Parameter): ParameterV2 {
  const known = written.get(parameter);
  if (known !== undefined) return known;
  const { name, type, about } = parameter;
  const required = parameter.in === 'path';
  const made = { name, in: parameter.in, description: about, ...(required && { required }), type, uniqueItems: true };
  written.set(parameter, made);
  return made;
}
