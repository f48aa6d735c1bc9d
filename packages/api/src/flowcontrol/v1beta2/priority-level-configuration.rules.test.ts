import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update, updateStatus } from '../../testing/admit.ts';
import { priorityLevelConfigurations as older } from '../v1beta1/priority-level-configuration.resource.ts';
import { mandatoryPriorityLevels } from './mandatory.ts';
import { priorityLevelConfigurations } from './priority-level-configuration.resource.ts';

describe.each([
  ['v1beta2', priorityLevelConfigurations],
  ['v1beta1', older],
])('PriorityLevelConfiguration %s', (_, resource) => {
  const make = (spec: object, name = 'a') => create(resource, { metadata: { name }, spec });
  const limited = (fields: object) => make({ type: 'Limited', limited: fields });
  const queuing = (fields: object) =>
    causesOf(limited({ limitResponse: { type: 'Queue', queuing: fields } })).map((cause) =>
      cause.replace('spec.limited.limitResponse.queuing.', ''),
    );
  const reject = { limitResponse: { type: 'Reject' } };

  it('has 30 shares, and 64 queues of 50 with hands of 8, unless it says otherwise', () => {
    const { object, issues } = limited({ limitResponse: { type: 'Queue', queuing: {} } });
    expect(issues).toEqual([]);
    expect(object['spec']).toEqual({
      type: 'Limited',
      limited: {
        assuredConcurrencyShares: 30,
        limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
      },
    });
  });

  it('is limited, unless it is the one named exempt', () => {
    expect(limited(reject).issues).toEqual([]);
    expect(make({ type: 'Exempt' }, 'exempt').issues).toEqual([]);
    expect(make({}).message).toBe(
      'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io "a" is invalid: spec.type: Unsupported value: "": supported values: "Exempt", "Limited"',
    );
    expect(causesOf(make({ type: 'Other' }))).toEqual([
      'spec.type: Unsupported value: "Other": supported values: "Exempt", "Limited"',
    ]);
    expect(causesOf(make({ type: 'Exempt', limited: {} }))).toEqual([
      `spec.type: Invalid value: "Exempt": type must be 'Exempt' if and only if name is 'exempt'`,
      'spec.limited: Forbidden: must be nil if the type is not Limited',
    ]);
  });

  it('says how it limits when it does', () => {
    expect(causesOf(make({ type: 'Limited' }))).toEqual([
      'spec.limited: Required value: must not be empty when type is Limited',
    ]);
    expect(causesOf(limited({ assuredConcurrencyShares: -1 }))).toEqual([
      'spec.limited.assuredConcurrencyShares: Invalid value: -1: must be positive',
      'spec.limited.limitResponse.type: Unsupported value: "": supported values: "Queue", "Reject"',
    ]);
  });

  it('has queues when and only when requests are to wait', () => {
    expect(causesOf(limited({ limitResponse: { type: 'Queue' } }))).toEqual([
      'spec.limited.limitResponse.queuing: Required value: must not be empty if limited.limitResponse.type is Limited',
    ]);
    expect(causesOf(limited({ limitResponse: { type: 'Reject', queuing: {} } }))).toEqual([
      'spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited',
    ]);
  });

  it('has queues within reason', () => {
    expect(queuing({ queues: 1, handSize: 1, queueLengthLimit: 1 })).toEqual([]);
    expect(queuing({ queues: 10_000_000, handSize: 2 })).toEqual([]);
    expect(queuing({ queueLengthLimit: -1 })).toEqual(['queueLengthLimit: Invalid value: -1: must be positive']);
    expect(queuing({ queues: -1 })).toEqual([
      'queues: Invalid value: -1: must be positive',
      'handSize: Invalid value: 8: should not be greater than queues (-1)',
    ]);
    expect(queuing({ queues: 10_000_001 })).toEqual([
      'queues: Invalid value: 10000001: must not be greater than 10000000',
      'handSize: Invalid value: 8: required entropy bits of deckSize 10000001 and handSize 8 should not be greater than 60',
    ]);
  });

  it('deals hands that a hash is long enough for', () => {
    expect(queuing({ queues: 128, handSize: 8 })).toEqual([]);
    expect(queuing({ handSize: -1 })).toEqual(['handSize: Invalid value: -1: must be positive']);
    expect(queuing({ queues: 4, handSize: 5 })).toEqual([
      'handSize: Invalid value: 5: should not be greater than queues (4)',
    ]);
    expect(queuing({ queues: 512, handSize: 128 })).toEqual([
      'handSize: Invalid value: 128: required entropy bits of deckSize 512 and handSize 128 should not be greater than 60',
    ]);
  });

  it('has a fixed spec when it is catch-all', () => {
    expect(make({ ...mandatoryPriorityLevels.get('catch-all') }, 'catch-all').issues).toEqual([]);
    expect(causesOf(make({ type: 'Limited', limited: reject }, 'catch-all'))).toEqual([
      expect.stringMatching(/^spec: Invalid value: .*: spec of 'catch-all' must equal the fixed value$/),
    ]);
  });

  it('has a status that only the status subresource writes, one condition a type', () => {
    const status = { conditions: [{ type: 'X' }, { type: 'X' }, { type: '' }] };
    const body = { metadata: { name: 'a' }, spec: { type: 'Limited', limited: reject }, status };
    const { object, issues } = create(resource, body);
    expect([object['status'], issues]).toEqual([{}, []]);
    expect(update(resource, object, body).object['status']).toEqual({});
    expect(causesOf(updateStatus(resource, object, body))).toEqual([
      'status.conditions[1].type: Duplicate value: "X"',
      'status.conditions[2].type: Required value: must not be empty',
    ]);
  });

  it('is printed with its numbers', () => {
    const now = new Date('2022-01-02T03:04:05Z');
    const print = (object: object) => tableOf(resource).print(object, { now }).cells;
    const queued = limited({ limitResponse: { type: 'Queue', queuing: {} } }).object;
    expect(print(queued)).toEqual(['a', 'Limited', 30, 64, 8, 50, '0s']);
    expect(print(limited(reject).object)).toEqual(['a', 'Limited', 30, '<none>', '<none>', '<none>', '0s']);
    expect(print(make({ type: 'Exempt' }, 'exempt').object)[2]).toBe('<none>');
  });
});
