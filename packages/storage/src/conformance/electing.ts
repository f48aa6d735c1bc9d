/** Elections: one leader at a time, a next one when it ends, and a fence against one that does not know yet. */
import { describe, expect, it } from '@jest/globals';

import type { Leadership } from '../contract/elections.ts';
import { bytes, expectCode, revisionOf } from './engine.ts';
import type { Bench } from './engine.ts';

let elections = 0;
const newElection = (): string => `e${(elections += 1)}`;

/** Resolves once the leadership has ended. */
const ended = ({ signal }: Leadership): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });

export function describeElecting({ engine, newFolder }: Bench): void {
  describe('an election', () => {
    it('has one leader at a time, whichever replica its candidates use', async () => {
      const { storage, peer } = engine();
      const election = newElection();
      let leading = 0;
      const terms: number[] = [];
      await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const candidate = index % 2 === 0 ? storage : peer;
          const leadership = await candidate.elections.campaign(election, { identity: `c${index}` });
          leading += 1;
          expect([leading, leadership.isCurrent(), leadership.signal.aborted]).toEqual([1, true, false]);
          expect(await peer.elections.leader(election)).toEqual({
            identity: `c${index}`,
            revision: leadership.fence.revision,
          });
          terms.push(leadership.fence.revision);
          leading -= 1;
          await leadership.resign();
        }),
      );
      expect(terms).toEqual([...terms].sort((one, other) => one - other));
      expect(await storage.elections.leader(election)).toBeUndefined();
    });

    it('is won at once by the successor of a process that has ended, whose writes are refused from then on', async () => {
      const { storage, peer } = engine();
      const election = newElection();
      const old = await storage.elections.campaign(election, { identity: 'same' });
      const patient = new AbortController();
      const other = peer.elections.campaign(election, {
        ...{ identity: 'other', replacesNamesake: true, signal: patient.signal },
      });
      const next = await peer.elections.campaign(election, { identity: 'same', replacesNamesake: true });
      expect(next.fence.revision).toBeGreaterThan(old.fence.revision);
      const key = `${newFolder()}late`;
      expect(await storage.create(key, bytes('1'), { compares: [old.fence] })).toMatchObject({ ok: false });
      expect(await peer.create(key, bytes('1'), { compares: [next.fence] })).toMatchObject({ ok: true });
      await ended(old);
      patient.abort(new Error('enough'));
      await expect(other).rejects.toThrow('enough');
      await next.resign();
    });

    it('does not disturb another one', async () => {
      const { storage } = engine();
      const [one, other] = await Promise.all(
        [newElection(), newElection()].map((name) => storage.elections.campaign(name, { identity: 'both' })),
      );
      expect([one?.isCurrent(), other?.isCurrent()]).toEqual([true, true]);
      await Promise.all([one?.resign(), other?.resign()]);
    });

    it('ends the leadership when somebody deletes its key, and the next candidate leads', async () => {
      const { storage, peer } = engine();
      const election = newElection();
      const first = await storage.elections.campaign(election, { identity: 'first' });
      const next = peer.elections.campaign(election, { identity: 'next' });
      await peer.delete(first.fence.key, first.fence.revision);
      await ended(first);
      expect(first.isCurrent()).toBe(false);
      expect(first.signal.reason).toMatchObject({ code: 'unavailable' });
      const second = await next;
      expect(second.fence.revision).toBeGreaterThan(first.fence.revision);
      await second.resign();
    });

    it('refuses writes with the fence of a leadership that has ended', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const election = newElection();
      const first = await storage.elections.campaign(election, { identity: 'first' });
      const created = revisionOf(await storage.create(`${folder}a`, bytes('1'), { compares: [first.fence] }));
      await first.resign();
      const fenced = { compares: [first.fence] };
      expect(await storage.update(`${folder}a`, bytes('2'), created, fenced)).toMatchObject({ ok: false });
      expect(await storage.delete(`${folder}a`, created, fenced)).toMatchObject({ ok: false });
      expect(await storage.create(`${folder}b`, bytes('1'), { compares: [first.fence] })).toMatchObject({ ok: false });
      const second = await peer.elections.campaign(election, { identity: 'second' });
      expect(await storage.create(`${folder}c`, bytes('1'), { compares: [first.fence] })).toMatchObject({ ok: false });
      expect(await peer.create(`${folder}d`, bytes('1'), { compares: [second.fence] })).toMatchObject({ ok: true });
      await second.resign();
    });

    it('lets a candidate give up, who then does not lead', async () => {
      const { storage } = engine();
      const election = newElection();
      const first = await storage.elections.campaign(election, { identity: 'first' });
      const giving = new AbortController();
      const second = storage.elections.campaign(election, { identity: 'second', signal: giving.signal });
      giving.abort(new Error('enough'));
      await expect(second).rejects.toThrow('enough');
      await first.resign();
      await expect(
        storage.elections.campaign(election, { identity: 'third', signal: AbortSignal.abort(new Error('before')) }),
      ).rejects.toThrow('before');
      expect(await storage.elections.leader(election)).toBeUndefined();
    });

    it('refuses a name with a slash, and a time that is none', async () => {
      const { elections: all } = engine().storage;
      await expectCode(all.campaign('a/b', { identity: 'x' }), 'invalidKey');
      await expectCode(all.campaign('', { identity: 'x' }), 'invalidKey');
      await expectCode(all.campaign('a', { identity: 'x', ttlSeconds: 1.5 }), 'invalidArgument');
      await expectCode(all.leader('..'), 'invalidKey');
    });
  });
}
