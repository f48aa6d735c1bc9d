/** The document of OpenAPI v3 of a group of custom resources, or of a version of one. */
import type { Resource } from '@keelson/schema';

import { resourcePaths } from '../resource-paths.ts';
import { writeV3 } from '../write-v3.ts';
import { versionPath } from '../discovery-paths.ts';
import { customKinds } from './custom-kinds.ts';
import type { CustomSection } from './custom-groups.ts';

export function writeSection({ name, item, resources }: CustomSection, domain: string, version: string): Buffer {
  const items = [item, ...resources.flatMap((resource) => resourcePaths(resource, domain))];
  const text = writeV3({ paths: new Map([[name, items]]), version, kindsOf: customKinds(resources) }).get(name);
  if (text === undefined) throw new Error(`nothing was written of ${name}`);
  return Buffer.from(text);
}

/** Of the resources of one version of a group. */
export function writeVersion(resources: readonly Resource[], domain: string, version: string): Buffer {
  const [first] = resources;
  if (first === undefined) throw new Error('a version has no resources');
  const item = versionPath(first.group, first.version, domain);
  return writeSection({ name: `apis/${first.group}/${first.version}`, item, resources }, domain, version);
}
