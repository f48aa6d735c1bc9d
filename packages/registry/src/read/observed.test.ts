import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { ListOptions } from '../contract.ts';
import { jsonOf, openBench, refusalOf, valueOf, type Bench } from '../testing/open-registry.ts';

const objects = ['one', 'two'].map((name) => ({ metadata: { name, labels: { own: name } } }));

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({
    observe: (_, name) =>
      Promise.resolve(objects.filter(({ metadata }) => name === undefined || metadata.name === name)),
  });
});
afterAll(() => bench.close());

const place = (name?: string) => ({ resource: bench.resource('componentstatuses'), namespace: undefined, name });
const names = async (options: ListOptions): Promise<unknown[]> => {
  const listed = await valueOf(bench.registry.list(place(), options));
  return listed.objects.map((object) => jsonOf(object).metadata.name);
};

describe('an observed resource', () => {
  it('has the objects that the observer makes', async () => {
    expect(await names({})).toEqual(['one', 'two']);
    const { object } = await valueOf(bench.registry.get(place('two'), {}));
    expect(jsonOf(object)).toMatchObject({ kind: 'ComponentStatus', apiVersion: 'v1', metadata: { name: 'two' } });
  });

  it('is selected by labels and by the name', async () => {
    expect(await names({ labelSelector: 'own=one' })).toEqual(['one']);
    expect(await names({ fieldSelector: 'metadata.name!=one' })).toEqual(['two']);
    expect(await names({ fieldSelector: 'metadata.name=one' })).toEqual(['one']);
    expect(await refusalOf(bench.registry.list(place(), { fieldSelector: 'x=y' }))).toMatchObject({ code: 400 });
  });

  it('says in its own words what is missing', async () => {
    expect(await refusalOf(bench.registry.get(place('none'), {}))).toMatchObject({
      code: 500,
      message: 'Component not found: none',
    });
  });
});
