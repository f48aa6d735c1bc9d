import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createVersion } from '../objects/object-version.ts';
import { createEventLog } from './event-log.ts';

const event = (revision: number) => createVersion({ key: '/k', revision, value: undefined });

describe('the event log', () => {
  it('finds events by revision and by position, however many were dropped', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 3 })), { maxLength: 3000, size: 'max' }),
        (steps) => {
          const log = createEventLog();
          const all: number[] = [];
          let dropped = 0;
          for (const [gap, drops] of steps) {
            const revision = (all.at(-1) ?? 1) + gap;
            all.push(revision);
            log.push(event(revision));
            if (drops < 2) continue;
            expect(log.shift()?.revision).toBe(all[dropped]);
            dropped += 1;
          }
          expect(log.length()).toBe(all.length - dropped);
          expect(log.end()).toBe(all.length);
          expect(log.oldest()?.revision).toBe(all[dropped]);
          for (const position of [0, dropped - 1, dropped, dropped + 5, all.length - 1, all.length]) {
            expect(log.at(position)?.revision).toBe(position < dropped ? undefined : all[position]);
          }
          const revision = all[dropped + 3] ?? 0;
          const found = all.findIndex((one, position) => position >= dropped && one > revision);
          expect(log.positionAfter(revision)).toBe(found === -1 ? all.length : found);
        },
      ),
      { numRuns: 50 },
    );
  });
});
