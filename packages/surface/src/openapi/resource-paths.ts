/** The paths of a resource and what can be done at them, as its declaration says. */
import { DeleteOptions, Status, WatchEvent } from '@keelson/api';
import { groupVersion } from '@keelson/schema';
import type { Message, Resource, Subresource, Verb } from '@keelson/schema';

import { mediaTypes } from '../negotiate/accept.ts';
import { customPatchTypes, patchTypes } from '../negotiate/content-type.ts';
import { capitalize, groupTitle, tagOf } from './names.ts';
import type { Operation, OperationResponse, Parameter, PathItem } from './operation.ts';
import {
  deleteCollectionParameters,
  deleteParameters,
  listParameters,
  nameInPath,
  namespaceInPath,
  patchParameters,
  pretty,
  writeParameters,
} from './parameters.ts';

const anyType: readonly string[] = ['*/*'];
const textTypes: readonly string[] = [mediaTypes.json, mediaTypes.yaml];
const objectTypes: readonly string[] = [...textTypes, mediaTypes.protobuf];
const streamTypes: readonly string[] = [
  ...objectTypes,
  `${mediaTypes.json};stream=watch`,
  `${mediaTypes.protobuf};stream=watch`,
];

/** One path of a resource, for which operations are described. */
interface Site {
  readonly resource: Resource;
  readonly domain: string;
  /** Within one namespace. */
  readonly isNamespaced: boolean;
  /** Goes behind the kind in operation ids. */
  readonly suffix: string;
  readonly kind: string;
  readonly subresource?: Subresource;
}

interface Phrase {
  readonly method: Operation['method'];
  readonly action: string;
  readonly word: string;
  readonly about: (kind: string) => string;
  readonly parameters: readonly Parameter[];
}

const phrases: Readonly<Record<Exclude<Verb, 'watch'>, Phrase>> = {
  get: { method: 'get', action: 'get', word: 'read', about: (kind) => `Read a ${kind}.`, parameters: [] },
  list: {
    method: 'get',
    action: 'list',
    word: 'list',
    about: (kind) => `List or watch ${kind} objects.`,
    parameters: listParameters,
  },
  create: {
    method: 'post',
    action: 'post',
    word: 'create',
    about: (kind) => `Create a ${kind}.`,
    parameters: writeParameters,
  },
  update: {
    method: 'put',
    action: 'put',
    word: 'replace',
    about: (kind) => `Replace a ${kind}.`,
    parameters: writeParameters,
  },
  patch: {
    method: 'patch',
    action: 'patch',
    word: 'patch',
    about: (kind) => `Change parts of a ${kind}.`,
    parameters: patchParameters,
  },
  delete: {
    method: 'delete',
    action: 'delete',
    word: 'delete',
    about: (kind) => `Delete a ${kind}.`,
    parameters: deleteParameters,
  },
  deletecollection: {
    method: 'delete',
    action: 'deletecollection',
    word: 'delete',
    about: (kind) => `Delete all ${kind} objects that are selected.`,
    parameters: deleteCollectionParameters,
  },
};

export function resourcePaths(resource: Resource, domain: string): PathItem[] {
  const base = `/${resource.group === '' ? 'api' : 'apis'}/${groupVersion(resource)}`;
  const isNamespaced = resource.scope === 'Namespaced';
  const place = isNamespaced ? '/namespaces/{namespace}' : '';
  const inPlace = isNamespaced ? [namespaceInPath] : [];
  const site: Site = { resource, domain, isNamespaced, suffix: '', kind: resource.kind };
  const collection = `${place}/${resource.plural}`;
  const items = [
    itemOf(`${base}${collection}`, [...inPlace, pretty], operationsOf(site, resource.verbs, isOfCollection)),
    itemOf(
      `${base}${collection}/{name}`,
      [nameInPath, ...inPlace, pretty],
      operationsOf(site, resource.verbs, isOfObject),
    ),
    ...subresourcePaths(site, `${base}${collection}/{name}`, [nameInPath, ...inPlace, pretty]),
    ...watchPaths(site, base, { collection, inPlace }),
    ...(isNamespaced ? acrossPaths(site, base) : []),
  ];
  return items.filter(({ operations }) => operations.length > 0);
}

function itemOf(path: string, parameters: readonly Parameter[], operations: readonly Operation[]): PathItem {
  return { path, parameters, operations };
}

function isOfCollection(verb: Verb): boolean {
  return verb === 'list' || verb === 'create' || verb === 'deletecollection';
}

function isOfObject(verb: Verb): boolean {
  return !isOfCollection(verb) && verb !== 'watch';
}

function operationsOf(site: Site, verbs: readonly Verb[], isWanted: (verb: Verb) => boolean): Operation[] {
  return verbs.flatMap((verb) => (verb === 'watch' || !isWanted(verb) ? [] : [operationOf(site, verb)]));
}

function subresourcePaths(site: Site, path: string, parameters: readonly Parameter[]): PathItem[] {
  return Object.entries(site.resource.subresources).map(([name, subresource]) => {
    const below: Site = {
      ...site,
      subresource,
      suffix: capitalize(name),
      kind: subresource.servedAs?.kind ?? `${name} of a ${site.kind}`,
    };
    return itemOf(
      `${path}/${name}`,
      parameters,
      operationsOf(below, subresource.verbs, () => true),
    );
  });
}

/** Lists over all namespaces. */
function acrossPaths(site: Site, base: string): PathItem[] {
  const { resource } = site;
  const across: Site = { ...site, isNamespaced: false, suffix: 'ForAllNamespaces' };
  const path = `/${resource.plural}`;
  const lists = resource.verbs.includes('list') ? [operationOf(across, 'list')] : [];
  return [
    // Its parameters belong to the path, as there is no other operation.
    itemOf(
      `${base}${path}`,
      [...listParameters, pretty],
      lists.map((each) => ({ ...each, parameters: [] })),
    ),
    ...(hasWatchPaths(resource)
      ? [
          itemOf(
            `${base}/watch${path}`,
            [...listParameters, pretty],
            [watchOperation(across, 'watchlist', 'ListForAllNamespaces')],
          ),
        ]
      : []),
  ];
}

function watchPaths(
  site: Site,
  base: string,
  { collection, inPlace }: { readonly collection: string; readonly inPlace: readonly Parameter[] },
): PathItem[] {
  if (!hasWatchPaths(site.resource)) return [];
  const parameters = [...listParameters, ...inPlace, pretty];
  return [
    itemOf(`${base}/watch${collection}`, parameters, [watchOperation(site, 'watchlist', 'List')]),
    itemOf(`${base}/watch${collection}/{name}`, [nameInPath, ...parameters], [watchOperation(site, 'watch', '')]),
  ];
}

/** They are obsolete, and custom resources never had any. */
function hasWatchPaths({ verbs, custom }: Resource): boolean {
  return custom === undefined && verbs.includes('watch');
}

function watchOperation(site: Site, action: 'watch' | 'watchlist', suffix: string): Operation {
  return {
    ...commonOf(site, operationId({ ...site, suffix }, 'watch')),
    method: 'get',
    about: `Watch ${site.kind} objects. Obsolete: lists have a parameter for it.`,
    action,
    parameters: [],
    produces: streamTypes,
    responses: [{ code: '200', message: WatchEvent }, { code: '401' }],
  };
}

function operationOf(site: Site, verb: Exclude<Verb, 'watch'>): Operation {
  const { method, action, word, about, parameters } = phrases[verb];
  const isCollection = verb === 'deletecollection';
  const body = bodyOf(site, verb);
  return {
    ...commonOf(site, operationId(site, word, isCollection)),
    method,
    about: about(site.kind),
    action,
    parameters,
    ...(body && { body }),
    ...(verb === 'patch' && { consumes: site.resource.custom === undefined ? patchTypes : customPatchTypes }),
    produces: producesOf(site.resource, verb),
    responses: responsesOf(site, verb),
  };
}

function producesOf({ custom }: Resource, verb: Verb): readonly string[] {
  if (custom !== undefined) return textTypes;
  return verb === 'list' ? streamTypes : objectTypes;
}

function commonOf(
  { resource, domain, subresource }: Site,
  id: string,
): Pick<Operation, 'id' | 'tag' | 'kind' | 'consumes'> {
  const { group, version, kind } = subresource?.servedAs ?? resource;
  return {
    id,
    tag: tagOf(resource.group, resource.version, domain),
    kind: { group, version, kind },
    consumes: resource.custom === undefined ? anyType : textTypes,
  };
}

function operationId({ resource, domain, isNamespaced, suffix }: Site, word: string, isCollection = false): string {
  const { group, version, kind } = resource;
  const within = `${isCollection ? 'Collection' : ''}${isNamespaced ? 'Namespaced' : ''}`;
  return `${word}${groupTitle(group, domain)}${capitalize(version)}${within}${kind}${suffix}`;
}

function bodyOf(site: Site, verb: Verb): Operation['body'] {
  switch (verb) {
    case 'create':
    case 'update':
      return { message: messageOf(site), isRequired: true };
    case 'patch':
      return { isRequired: true };
    case 'delete':
    case 'deletecollection':
      return { message: DeleteOptions, isRequired: false };
    case 'get':
    case 'list':
    case 'watch':
      return undefined;
  }
}

function messageOf({ resource, subresource }: Site): Message {
  return subresource?.servedAs?.message ?? resource.message;
}

function responsesOf(site: Site, verb: Verb): OperationResponse[] {
  const message = responseMessage(site, verb);
  const codes = responseCodes[verb];
  return [...codes.map((code) => ({ code, message })), { code: '401' }];
}

const responseCodes: Readonly<Record<Verb, readonly OperationResponse['code'][]>> = {
  create: ['200', '201', '202'],
  delete: ['200', '202'],
  deletecollection: ['200'],
  get: ['200'],
  list: ['200'],
  patch: ['200', '201'],
  update: ['200', '201'],
  watch: ['200'],
};

function responseMessage(site: Site, verb: Verb): Message {
  const { resource } = site;
  if (verb === 'list') return resource.list ?? resource.message;
  if (verb === 'deletecollection') return Status;
  if (verb === 'delete') return resource.returnsDeletedObject === true ? resource.message : Status;
  return messageOf(site);
}
