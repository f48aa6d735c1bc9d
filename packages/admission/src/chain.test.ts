import { describe, expect, it } from '@jest/globals';

import { chosenPlugins, makePlugins, pluginsOnByDefault } from './chain.ts';
import { listersOf } from './testing/admit.ts';

describe('the chain', () => {
  it('runs in its own order, whatever order plugins are named in', () => {
    const chosen = chosenPlugins({ enabled: ['ServiceAccount', 'LimitRanger'], disabled: ['Priority'] });
    expect(chosen.slice(0, 3)).toEqual(['NamespaceLifecycle', 'LimitRanger', 'ServiceAccount']);
    expect(chosen).not.toContain('Priority');
  });

  it('makes each plugin under its name', () => {
    const names = pluginsOnByDefault.filter((name) => name !== 'NamespaceLifecycle');
    // Made on a higher floor.
    const others = new Map(['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'].map((name) => [name, { name }]));
    const made = makePlugins(names, {
      listers: listersOf(),
      others,
      mayDo: () => true,
      makeSuffix: () => 'x',
      giveWay: () => undefined,
      quotas: { writeStatus: () => Promise.resolve({ ok: true, revision: 1 }), nowMs: () => 0 },
    });
    // NoteRequester is always on and cannot be chosen.
    expect(made.map(({ name }) => name)).toEqual(['NoteRequester', ...names]);
  });
});
