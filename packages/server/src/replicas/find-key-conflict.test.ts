import { describe, expect, it } from '@jest/globals';

import { findKeyConflict } from './find-key-conflict.ts';
import { parseReplicaRecord, type ReplicaRecord } from './replica-record.ts';

function replica(
  identity: string,
  joinedRevision: number,
  tokenKeys: Partial<ReplicaRecord['tokenKeys']>,
): ReplicaRecord {
  const record = parseReplicaRecord({ identity, joinedRevision });
  if (record === undefined) throw new Error('no record');
  return { ...record, tokenKeys: { signing: '', verifying: [], isConfigured: true, ...tokenKeys } };
}

const one = replica('one', 1, { signing: 'a', verifying: ['a'] });

describe('a conflict of keys', () => {
  it('is that of the replica that joined later, which says with which other one', () => {
    const two = replica('two', 2, { signing: 'b', verifying: ['b'] });
    expect(findKeyConflict(two, [one])).toContain('replica one signs tokens of service accounts with key a');
    expect(findKeyConflict(one, [two])).toBeUndefined();
    const fresh = replica('fresh', 0, { signing: 'b', verifying: ['b'] });
    expect(findKeyConflict(fresh, [one])).toBeDefined();
    expect(findKeyConflict(one, [fresh])).toBeUndefined();
  });

  it('is none where each verifies the tokens of the other, as while keys are exchanged', () => {
    const both = { verifying: ['a', 'b'] };
    const [old, next] = [replica('old', 1, { signing: 'a', ...both }), replica('next', 2, { signing: 'b', ...both })];
    expect(findKeyConflict(next, [old])).toBeUndefined();
    const half = replica('half', 3, { signing: 'b', ...both });
    expect(findKeyConflict(half, [one])).toBeDefined();
  });

  it('is none of replicas that made their keys themselves', () => {
    const made = { isConfigured: false };
    const [first, second] = [
      replica('first', 1, { signing: 'a', verifying: ['a'], ...made }),
      replica('second', 2, { signing: 'b', verifying: ['b'], ...made }),
    ];
    expect(findKeyConflict(second, [first])).toBeUndefined();
    expect(findKeyConflict(second, [one])).toBeDefined();
  });

  it('is read from records of other versions, whatever they lack', () => {
    expect(parseReplicaRecord({ identity: 'x', leads: [1, 'controllers'], revision: '5' })).toMatchObject({
      identity: 'x',
      leads: ['controllers'],
      revision: 0,
      tokenKeys: { signing: '', verifying: [], isConfigured: false },
    });
    for (const value of [null, 'x', [], {}, { identity: 1 }]) expect(parseReplicaRecord(value)).toBeUndefined();
  });
});
