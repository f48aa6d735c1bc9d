import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';
import { groupVersion, type Resource, type Subresource, type Verb } from '@keelson/schema';

import { collectionOf, names } from './every-object.ts';
import { endsWithEvent, readEvents, readReply, representations, representationsFor } from './representations.ts';
import type { ReadingForm } from './representations.ts';
import { serveEveryKind } from './serve-every-kind.ts';
import type { EveryKindServed } from './serve-every-kind.ts';

const scheme = createApiScheme();
const [name] = names;

let served: EveryKindServed;
beforeAll(async () => {
  served = await serveEveryKind();
});
afterAll(() => served.stop());

/** Forms for a resource: of one version of the metadata for every other one. */
const formsFor = (resource: Resource): readonly ReadingForm[] => representationsFor(stored.indexOf(resource));

const titled = (resource: Resource) => [`${resource.plural} of ${groupVersion(resource)}`, resource] as const;
const stored = scheme.resources().filter(({ storage }) => storage.kind === 'stored');
const can = (verb: Verb) => stored.filter(({ verbs }) => verbs.includes(verb)).map(titled);

/** Tables have no numbers for their fields. */
const hasNoForm = ({ encoding, view }: ReadingForm): boolean => encoding === 'protobuf' && view === 'Table';

function typeIn({ view, apiVersion }: ReadingForm, own: { kind: string; apiVersion: string }) {
  return view === 'object' ? own : { kind: view, apiVersion };
}

async function expectRefusal(path: string, { accept }: ReadingForm): Promise<void> {
  const { status } = await served.ask(path, { headers: { Accept: accept } });
  expect([accept, status]).toEqual([accept, 406]);
}

describe('every representation of an object', () => {
  interface Checked {
    readonly path: string;
    readonly own: { readonly kind: string; readonly apiVersion: string };
    readonly isPrinted: boolean;
  }

  async function check(resource: Resource, { path, own, isPrinted }: Checked): Promise<void> {
    for (const representation of formsFor(resource)) {
      const { accept, view } = representation;
      if (view === 'PartialObjectMetadataList' || hasNoForm(representation) || (view === 'Table' && !isPrinted)) {
        await expectRefusal(path, representation);
        continue;
      }
      const reply = await served.ask(path, { headers: { Accept: accept } });
      expect([accept, reply.status, reply.status === 200 ? '' : reply.body]).toEqual([accept, 200, '']);
      expect(readReply(representation, reply)).toEqual({ ...typeIn(representation, own), names: [name] });
    }
  }

  it.each(can('get'))('of %s can be read', async (_title, resource) => {
    const own = { kind: resource.kind, apiVersion: groupVersion(resource) };
    await check(resource, { path: `${collectionOf(resource)}/${name}`, own, isPrinted: true });
  });

  const parts = stored.flatMap((resource) =>
    Object.entries(resource.subresources)
      .filter(([, { verbs, kind }]) => verbs.includes('get') && kind !== 'proxy')
      .map(([part, subresource]) => [`${titled(resource)[0]}/${part}`, resource, part, subresource] as const),
  );

  it.each(parts)('of %s can be read', async (_title, resource: Resource, part: string, subresource: Subresource) => {
    const { kind, ...version } = subresource.servedAs ?? resource;
    const own = { kind, apiVersion: groupVersion(version) };
    const path = `${collectionOf(resource)}/${name}/${part}`;
    await check(resource, { path, own, isPrinted: part === 'status' || part === 'scale' });
  });
});

interface Versioned {
  readonly metadata: { readonly resourceVersion: string };
}

/** Controllers may write between the two: they are read again then. */
async function readAtOneVersion(...paths: readonly [string, string]): Promise<readonly Versioned[]> {
  for (;;) {
    const read: Versioned[] = [];
    for (const path of paths) read.push(JSON.parse((await served.ask(path)).body) as Versioned);
    if (new Set(read.map(({ metadata }) => metadata.resourceVersion)).size === 1) return read;
  }
}

describe('what comes with tables, and is laid out for people', () => {
  const tables = representations.filter(({ view, encoding }) => view === 'Table' && encoding === 'json');

  it.each(can('list'))('of %s can be read', async (_title, resource) => {
    const own = { kind: resource.kind, apiVersion: groupVersion(resource) };
    for (const representation of tables.filter((each) => formsFor(resource).includes(each))) {
      const headers = { Accept: representation.accept };
      const whole = await served.ask(`${collectionOf(resource)}?includeObject=Object`, { headers });
      const { rows } = JSON.parse(whole.body) as { rows: { object: { metadata: { name: string } } }[] };
      expect(rows).toContainEqual(expect.objectContaining({ object: expect.objectContaining(own) }));
      expect(rows.map(({ object }) => object.metadata.name)).toEqual(expect.arrayContaining([...names]));
    }
    for (const path of [collectionOf(resource), `${collectionOf(resource)}/${name}`]) {
      const [compact, pretty] = await readAtOneVersion(path, `${path}?pretty=true`);
      expect(pretty).toEqual(compact);
    }
  });
});

describe('every representation of a list', () => {
  it.each(can('list'))('of %s can be read', async (_title, resource) => {
    const path = `${collectionOf(resource)}?limit=500`;
    const own = { kind: `${resource.kind}List`, apiVersion: groupVersion(resource) };
    for (const representation of formsFor(resource)) {
      const { accept, view } = representation;
      if (view === 'PartialObjectMetadata' || hasNoForm(representation)) {
        await expectRefusal(path, representation);
        continue;
      }
      const reply = await served.ask(path, { headers: { Accept: accept } });
      expect([accept, reply.status]).toEqual([accept, 200]);
      const reading = readReply(representation, reply);
      expect(reading).toMatchObject(typeIn(representation, own));
      expect(reading.names).toEqual(expect.arrayContaining([...names]));
    }
  });
});

describe('every representation of a watch', () => {
  const fromState = 'watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';

  it.each(can('watch'))('of %s can be read', async (_title, resource) => {
    const own = { kind: resource.kind, apiVersion: groupVersion(resource) };
    for (const representation of formsFor(resource)) {
      const { accept, view, encoding } = representation;
      if (encoding === 'yaml' || hasNoForm(representation)) {
        await expectRefusal(`${collectionOf(resource)}?${fromState}`, representation);
        continue;
      }
      const isEnough = (body: Buffer) => body.includes('BOOKMARK') && endsWithEvent(representation, body);
      const reply = await served.ask(`${collectionOf(resource)}?${fromState}`, {
        headers: { Accept: accept },
        isEnough,
      });
      expect([accept, reply.status]).toEqual([accept, 200]);
      const events = readEvents(representation, reply);
      if (view === 'PartialObjectMetadataList') {
        // An event is no list: there is nothing that could be sent.
        expect(events).toEqual([]);
        continue;
      }
      const type = typeIn(representation, own);
      expect(events).toEqual(expect.arrayContaining(names.map((each) => ({ type: 'ADDED', ...type, names: [each] }))));
      expect(events.at(-1)).toEqual({ type: 'BOOKMARK', ...type, names: [''] });
    }
  });

  it.each(representations.filter(({ encoding, view }) => encoding !== 'yaml' && view !== 'PartialObjectMetadataList'))(
    'ends with a Status that can be read where the history is gone: $accept',
    async (representation) => {
      if (hasNoForm(representation)) return;
      const reply = await served.ask('/api/v1/configmaps?watch=1&resourceVersion=1', {
        headers: { Accept: representation.accept },
      });
      expect(readEvents(representation, reply)).toEqual([
        expect.objectContaining({ type: 'ERROR', kind: 'Status', apiVersion: 'v1' }),
      ]);
    },
  );
});
