import { describe, expect, it } from '@jest/globals';

import { describeKeyConflict, findKeyConflict, hasEstablishedKeys } from './find-key-conflict.ts';
import { parseReplicaRecord } from './replica-record.ts';
import { replicaRecord as replica } from './testing/replica-record.ts';

const one = replica('one', 1, { signing: 'a', verifying: ['a'] });

describe('a conflict of keys', () => {
  it('is that of the replica that joined later, which says with which other one', () => {
    const two = replica('two', 2, { signing: 'b', verifying: ['b'] });
    expect(findKeyConflict(two, [one])).toBe(one);
    expect(describeKeyConflict(two, one)).toContain('replica one signs tokens of service accounts with key a');
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

  it('is with none that has a conflict itself, whether its record tells so yet or not', () => {
    const two = replica('two', 2, { signing: 'b', verifying: ['b'] });
    const three = replica('three', 3, { signing: 'a', verifying: ['a'] });
    expect(findKeyConflict(three, [two, one])).toBeUndefined();
    expect(findKeyConflict(three, [two])).toBe(two);
    expect(findKeyConflict(three, [{ ...two, conflictsWith: 'one' }])).toBeUndefined();
  });

  it('is also with replicas that joined later, once there is one', () => {
    const two = replica('two', 2, { signing: 'b', verifying: ['b'] });
    const three = replica('three', 3, { signing: 'a', verifying: ['a'] });
    const refused = { ...two, conflictsWith: 'one' };
    expect(findKeyConflict(refused, [three])).toBe(three);
    expect(findKeyConflict(two, [three])).toBeUndefined();
    expect(hasEstablishedKeys(refused, [three])).toBe(false);
    expect(hasEstablishedKeys(refused, [replica('four', 4, { signing: 'b', verifying: ['b'] })])).toBe(true);
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
