import { describe, expect, it } from '@jest/globals';

import { leaveNotes } from './leave-notes.ts';

type Exchanged = Parameters<typeof leaveNotes>[0];

function annotationsAt(wantsRequest: boolean): unknown {
  const told: object[] = [];
  const record = { wantsRequest, annotate: (annotations: object) => void told.push(annotations) };
  const response = { getHeader: () => undefined, setHeader: () => undefined };
  leaveNotes({ record, response } as unknown as Exchanged, {
    annotations: [
      { key: 'a', value: 'first', level: 'Metadata' },
      { key: 'a', value: 'second', level: 'Metadata' },
      { key: 'b', value: 'patch', level: 'Request' },
    ],
  });
  return told;
}

describe('the notes of a write', () => {
  it('reach the audit event by its level, the first of each name', () => {
    expect(annotationsAt(false)).toEqual([{ a: 'first' }]);
    expect(annotationsAt(true)).toEqual([{ a: 'first', b: 'patch' }]);
  });
});
