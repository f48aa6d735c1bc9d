import { describe, expect, it } from '@jest/globals';

import { releaseNotesBetween } from './release-notes.ts';
import { versionRows } from './version-rows.ts';

const actionsOf = (older: `${number}.${number}`, newer: `${number}.${number}`) =>
  releaseNotesBetween(older, newer).filter(({ isActionRequired }) => isActionRequired);

describe('release notes', () => {
  it('require action for each removal between two releases, with what changes [action-required]', () => {
    const [ingress] = actionsOf('1.21', '1.22').filter(({ text }) => text.includes('`extensions/v1beta1` Ingress'));
    expect(ingress).toMatchObject({
      release: '1.22',
      text: '`extensions/v1beta1` Ingress is no longer served; use `networking.{domain}/v1`.',
    });
    expect(ingress?.details).toContain('`spec.backend` is called `spec.defaultBackend`.');
  });

  it('cover several releases, and each removal once', () => {
    const removed = versionRows.filter(({ removed: at, introduced }) => at !== undefined && introduced !== undefined);
    expect(actionsOf('1.0', '1.29')).toHaveLength(removed.length);
    expect(new Set(actionsOf('1.21', '1.25').map(({ release }) => release))).toEqual(new Set(['1.22', '1.25']));
  });

  it('are none from a release to itself or back', () => {
    expect(releaseNotesBetween('1.24', '1.24')).toEqual([]);
    expect(releaseNotesBetween('1.25', '1.24')).toEqual([]);
  });

  it('tell what is deprecated and new, which asks for nothing', () => {
    const notes = releaseNotesBetween('1.20', '1.21');
    expect(notes.every(({ isActionRequired }) => !isActionRequired)).toBe(true);
    const texts = notes.map(({ text }) => text);
    expect(texts).toContain('`batch/v1beta1` CronJob is deprecated.');
    expect(texts).toContain('`batch/v1` CronJob is new.');
  });
});
