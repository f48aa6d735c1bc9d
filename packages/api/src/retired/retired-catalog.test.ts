import { describe, expect, it } from '@jest/globals';
import { isLater, tableOf } from '@keelson/schema';
import type { Lifecycle, Resource } from '@keelson/schema';

import { createApiScheme } from '../api-scheme.ts';
import { catalog } from '../catalog.ts';
import { create, update } from '../testing/admit.ts';
import { removedVersions } from '../lifecycle/removed-versions.ts';
import { retiredCatalog } from './retired-catalog.ts';

const release = '1.24';
const retired = retiredCatalog.flatMap(({ resources }) => resources);
const isServed = (lifecycle: Lifecycle | undefined) =>
  lifecycle?.removed === undefined || isLater(lifecycle.removed, release);
const isServedNow = ({ verbs, lifecycle }: Resource) => verbs.length > 0 && isServed(lifecycle);
const kindOf = (of: { group: string; version: string; kind: string }) => `${of.group}/${of.version} ${of.kind}`;

describe('the catalog of retired versions', () => {
  it('has every version that the calendar says was gone by this release', () => {
    const known = new Set(retired.map(kindOf));
    const gone = removedVersions.filter(({ removed }) => !isLater(removed, release)).map(kindOf);
    expect(gone.length).toBeGreaterThan(30);
    expect(gone.filter((kind) => !known.has(kind))).toEqual([]);
  });

  it('shares no version of a kind with what is served, and is served by no release from this one on', () => {
    const served = new Set(catalog.flatMap(({ resources }) => resources).map(kindOf));
    expect(retired.filter((resource) => served.has(kindOf(resource)))).toEqual([]);
    const later = retired.filter(({ verbs, lifecycle }) => verbs.length > 0 && isServed(lifecycle));
    expect(later.map(kindOf)).toEqual([]);
  });

  it('leads from every version to one that is served', () => {
    const scheme = createApiScheme({ includeRetired: true });

    const lost = scheme.resources().filter((resource) => !scheme.versionsOf(resource).some(isServedNow));
    expect(lost.map(kindOf)).toEqual([]);
    for (const resource of scheme.resources()) expect(isServedNow(scheme.storageOf(resource))).toBe(true);
  });

  it('is known only to a scheme that asks for it', () => {
    const gvk = { group: 'extensions', version: 'v1beta1', kind: 'Ingress' };
    expect(createApiScheme().kind(gvk)).toBeUndefined();
    expect(createApiScheme({ includeRetired: true }).kind(gvk)).toBeDefined();
  });
});

it('an attachment of storage/v1beta1 has its status written with it, and no subresource for it', () => {
  const attachments = retired.find(({ version, plural }) => version === 'v1beta1' && plural === 'volumeattachments');
  if (attachments === undefined) throw new Error('there are none');
  expect(attachments.subresources).toEqual({});
  const spec = { attacher: 'a.b', nodeName: 'n', source: { persistentVolumeName: 'v' } };
  const body = { metadata: { name: 'a' }, spec, status: { attached: true } };
  const inVersion = { ...attachments, hooks: attachments.hooksOfRequests ?? {} };
  expect(create(inVersion, body).object['status']).toEqual({ attached: true });
  const { object: old } = create(inVersion, { ...body, status: { attached: false } });
  expect(update(inVersion, old, body)).toMatchObject({ issues: [], object: { status: { attached: true } } });
});

it.each(retired.map((resource) => [`${resource.group}/${resource.version} ${resource.plural}`, resource] as const))(
  'the age in a row of %s is printed of metadata alone',
  (_name, resource) => {
    expect(() => tableOf(resource).printAge('2022-01-02T03:04:05Z', { now: new Date() })).not.toThrow();
  },
);
