import { describe, expect, it } from '@jest/globals';

import { removedVersions } from '../removed-versions.ts';
import { groupVersion } from '@keelson/schema';

import { extensionMigrations } from './extension-migrations.ts';
import { findDecisions, notableChanges } from './migrations.ts';
import { networkingMigrations } from './networking-migrations.ts';
import { policyMigrations } from './policy-migrations.ts';
import { workloadMigrations } from './workload-migrations.ts';

const all = [...extensionMigrations, ...networkingMigrations, ...policyMigrations, ...workloadMigrations];

describe('migrations', () => {
  it('are of versions that the calendar removes', () => {
    const removed = new Set(removedVersions.map((each) => `${groupVersion(each)} ${each.kind}`));
    const told = all.flatMap(({ kinds, from }) => from.flatMap((version) => kinds.map((kind) => `${version} ${kind}`)));
    expect(told.filter((each) => !removed.has(each))).toEqual([]);
    expect(new Set(told).size).toBe(told.length);
  });

  it('tell only what concerns a version', () => {
    const texts = (version: string) => notableChanges(version, 'StatefulSet').map(({ text }) => text);
    expect(texts('apps/v1beta1').join()).toContain('OnDelete');
    expect(texts('apps/v1beta2').join()).not.toContain('OnDelete');
    expect(notableChanges('apps/v1', 'StatefulSet')).toEqual([]);
  });

  it('ask for no decision about what was said', () => {
    const spec = { selector: { matchLabels: { a: 'b' } }, updateStrategy: { type: 'OnDelete' } };
    expect(findDecisions('apps/v1beta1', 'StatefulSet', { spec })).toEqual([]);
    expect(findDecisions('apps/v1beta1', 'StatefulSet', { spec: {} })).toHaveLength(2);
  });

  it('endure objects of any form', () => {
    for (const { kinds, from } of all) {
      for (const object of [
        {},
        { spec: null },
        { spec: [], webhooks: {} },
        { endpoints: [null], webhooks: [null, 1] },
      ]) {
        for (const version of from) for (const kind of kinds) findDecisions(version, kind, object);
      }
    }
  });
});
