/** The paths of discovery, and of the pages that say what they are. */
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '@keelson/api';
import { groupVersion } from '@keelson/schema';
import type { Message } from '@keelson/schema';

import type { ServedGroup } from '../discovery/served-groups.ts';
import type { Page, PageOperation } from '../pages/page.ts';
import { mediaTypes } from '../negotiate/accept.ts';
import { capitalize, groupTitle, tagOf } from './names.ts';
import type { Operation, PathItem } from './operation.ts';

const objectTypes: readonly string[] = [mediaTypes.json, mediaTypes.yaml, mediaTypes.protobuf];

/** The path items of `/api`, `/apis` and `/apis/G`. */
export function indexPath({ name }: ServedGroup, domain: string): PathItem {
  const tag = tagOf(name, undefined, domain);
  if (name === '') {
    return item('/api/', { id: 'getCoreAPIVersions', tag, about: 'The versions of the core group.' }, APIVersions);
  }
  const id = `get${groupTitle(name, domain)}APIGroup`;
  return item(`/apis/${name}/`, { id, tag, about: `The versions of the group ${name}.` }, APIGroup);
}

export function groupsPath(): PathItem {
  return item('/apis/', { id: 'getAPIVersions', tag: 'apis', about: 'The groups that are served.' }, APIGroupList);
}

export function versionPath(group: string, version: string, domain: string): PathItem {
  const id = `get${groupTitle(group, domain)}${capitalize(version)}APIResources`;
  const name = groupVersion({ group, version });
  const about = `The resources of ${name}.`;
  const root = group === '' ? 'api' : 'apis';
  return item(`/${root}/${name}/`, { id, tag: tagOf(group, version, domain), about }, APIResourceList);
}

export function pagePaths(pages: readonly Page[]): PathItem[] {
  return pages.flatMap(({ path, operation }) =>
    operation === undefined ? [] : [item(`${path}/`, operation, undefined)],
  );
}

function item(path: string, page: PageOperation, message: Message | undefined): PathItem {
  const { id, tag, about } = page;
  const types = message === undefined ? [mediaTypes.json] : objectTypes;
  const operation: Operation = {
    method: 'get',
    id,
    tag,
    about,
    parameters: [],
    consumes: types,
    produces: page.produces ?? types,
    responses: [{ code: '200', ...(message && { message }) }, { code: '401' }],
  };
  return { path, parameters: [], operations: [operation] };
}
