import { describe, expect, it } from '@jest/globals';
import { deferGiven } from '@keelson/storage';

import { isLive, liveAt } from '../objects/live-version.ts';
import type { Version } from '../objects/object-version.ts';
import {
  acceptWritten,
  applyEvent,
  applyLoaded,
  selectableAttributes,
  createResource,
  dropEventsThrough,
  finishStored,
  openValueSource,
  resetResource,
} from './resource.ts';
import type { CachedResource } from './resource.ts';

const value = (name: string, text = name) => Buffer.from(`{"metadata":{"name":"${name}"},"text":"${text}"}`);
const key = (name: string) => `/r/things/${name}`;

function thing(): CachedResource {
  return createResource({ name: 'things', folder: '/r/things/', isNamespaced: false });
}

function apply(resource: CachedResource, name: string, revision: number, text?: string): Version | undefined {
  return applyEvent(resource, {
    key: key(name),
    revision,
    value: text === undefined ? undefined : value(name, text),
    previous: undefined,
  });
}

function all(resource: CachedResource): Version[] {
  const versions: Version[] = [];
  resource.tree.scan('', '', (version) => versions.push(version) > 0);
  return versions;
}

describe('values that are conformed', () => {
  const folder = '/registry/valves/';
  const options = { name: 'valves', folder, isNamespaced: false };
  const stored = (state: string): Buffer => Buffer.from(`{"metadata":{"name":"a"},"state":"${state}"}`);
  const conform = (value: Uint8Array): Uint8Array =>
    Buffer.from(value).includes('old') ? Buffer.from(Buffer.from(value).toString().replace('old', 'new')) : value;

  it('are told from those that are stored as they are read', () => {
    const resource = createResource({ ...options, conform });
    const changed = finishStored(resource, { revision: 7, value: stored('old') });
    const same = finishStored(resource, { revision: 7, value: stored('new') });
    expect(changed).toEqual(same);
    const stale = finishStored(resource, { revision: 7, value: stored('new'), isStale: true });
    expect([changed, same, stale].map((value) => resource.conformed.has(value))).toEqual([true, false, true]);
  });
});

describe('a resource', () => {
  it('keeps the versions that its history needs, and no other once that is dropped', () => {
    const resource = thing();
    apply(resource, 'x', 2, 'one');
    apply(resource, 'x', 3, 'two');
    apply(resource, 'y', 4, 'other');
    apply(resource, 'y', 5);
    expect(liveAt(resource.tree.find(key('x')), 2)?.value?.toString()).toContain('one');
    expect(all(resource).length).toBe(2);
    expect(dropEventsThrough(resource, 4)).toBe(3);
    expect(resource.floor).toBe(4);
    expect(resource.tree.find(key('x'))?.previous).toBeUndefined();
    expect(isLive(resource.tree.find(key('y')))).toBe(false);
    expect(dropEventsThrough(resource, 9)).toBe(1);
    expect(all(resource).map((version) => version.key)).toEqual([key('x')]);
    expect(resource.log.length()).toBe(0);
    expect(resource.floor).toBe(5);
    expect(resource.liveBytes).toBe(resource.tree.find(key('x'))?.value?.length);
  });

  it('keeps a key that was deleted and made again', () => {
    const resource = thing();
    apply(resource, 'x', 2, 'one');
    apply(resource, 'x', 3);
    apply(resource, 'x', 4, 'two');
    dropEventsThrough(resource, 3);
    expect(isLive(resource.tree.find(key('x')))).toBe(true);
    expect(resource.tree.liveCount()).toBe(1);
  });

  it('keeps its past while nobody writes to it', () => {
    const resource = thing();
    apply(resource, 'x', 2, 'one');
    dropEventsThrough(resource, 1_000);
    expect(resource.floor).toBe(2);
  });

  it('takes an event once', () => {
    const resource = thing();
    expect(apply(resource, 'x', 2, 'one')).toBeDefined();
    expect(apply(resource, 'x', 2, 'one')).toBeUndefined();
    expect(resource.log.length()).toBe(1);
  });

  it('knows better from events than from what is loaded beside them', () => {
    const resource = thing();
    const previous = { key: key('x'), revision: 1, value: value('before') };
    applyEvent(resource, { key: key('x'), revision: 5, value: undefined, previous });
    const source = openValueSource(
      resource,
      deferGiven(async () => Promise.reject(new Error('nobody asks'))),
      Buffer.alloc,
    );
    applyLoaded(resource, previous, source);
    applyLoaded(resource, { key: key('y'), revision: 2, value: value('loaded') }, source);
    expect(liveAt(resource.tree.find(key('x')), 5)).toBeUndefined();
    expect(liveAt(resource.tree.find(key('x')), 4)?.revision).toBe(1);
    expect(resource.tree.liveCount()).toBe(1);
  });

  it('extracts what selectors look at once for each version, and only when asked', () => {
    let extracted = 0;
    const extractAttributes = () => ({ labels: { n: String((extracted += 1)) }, fields: {} });
    const resource = createResource({ name: 'things', folder: '/r/things/', isNamespaced: false, extractAttributes });
    apply(resource, 'x', 2, 'one');
    expect(extracted).toBe(0);
    const object = liveAt(resource.tree.find(key('x')), 2);
    if (object?.value === undefined) throw new Error('it is there');
    expect(selectableAttributes(resource, object)).toBe(selectableAttributes(resource, object));
    expect(extracted).toBe(1);
  });
});

describe('a write of this process', () => {
  const written = (name: string, revision: number) => ({ key: key(name), revision, value: value(name) });

  it('is held once, as it was answered, when its event comes behind the answer', () => {
    const resource = thing();
    const answered = acceptWritten(resource, written('x', 5));
    expect(answered.value.toString()).toBe('{"metadata":{"name":"x","resourceVersion":"5"},"text":"x"}');
    expect(apply(resource, 'x', 5, 'x')?.value).toBe(answered.value);
  });

  it('is answered as memory has it when its event was quicker', () => {
    const resource = thing();
    const version = apply(resource, 'x', 5, 'x');
    expect(acceptWritten(resource, written('x', 5))).toBe(version);
  });

  it('is answered as it was made when somebody has written since', () => {
    const resource = thing();
    apply(resource, 'x', 5, 'x');
    apply(resource, 'x', 6, 'later');
    apply(resource, 'y', 3, 'y');
    apply(resource, 'y', 4);
    expect(acceptWritten(resource, written('x', 5)).value.toString()).toContain('"name":"x","resourceVersion":"5"');
    expect(acceptWritten(resource, written('y', 3)).revision).toBe(3);
    expect(resource.ownWrites.take(key('x'), 5, value('x'))).toBeUndefined();
  });

  it('does not stand in for the event of another', () => {
    const resource = thing();
    acceptWritten(resource, written('x', 5));
    expect(apply(resource, 'x', 4, 'before')?.value?.toString()).toContain('before');
    expect(apply(resource, 'x', 5)?.value).toBeUndefined();
    resetResource(resource, 5);
    expect(resource.ownWrites.take(key('x'), 5, value('x'))).toBeUndefined();
  });

  it.each([
    ['the same key', 'x', 'another'],
    ['another key', 'y', 'y'],
  ])('does not stand in for an event of the same revision in another history, of %s', (_name, name, text) => {
    const resource = thing();
    acceptWritten(resource, written('x', 5));
    expect(apply(resource, name, 5, text)?.value?.toString()).toContain(`"text":"${text}"`);
  });

  it('is not checked when its event is quicker than its answer', async () => {
    let checks = 0;
    const findFault = (): undefined => void (checks += 1);
    const resource = createResource({ name: 'things', folder: '/r/things/', isNamespaced: false, findFault });
    let settle = (): void => undefined;
    const write = new Promise<void>((resolve) => (settle = resolve));
    resource.ownWrites.begin(key('x'), value('x', 'mine'), write);
    apply(resource, 'x', 2, 'of another');
    expect(checks).toBe(1);
    expect(apply(resource, 'x', 3, 'mine')?.value?.toString()).toContain('"resourceVersion":"3"');
    expect(checks).toBe(1);
    settle();
    await write;
    apply(resource, 'x', 4, 'mine');
    expect(checks).toBe(2);
  });

  it('is forgotten when too many are', () => {
    const resource = thing();
    for (let revision = 1; revision <= 1_001; revision += 1) acceptWritten(resource, written('x', revision));
    expect(resource.ownWrites.take(key('x'), 1, value('x'))).toBeUndefined();
    expect(resource.ownWrites.take(key('x'), 2, value('x'))).toBeDefined();
  });
});
