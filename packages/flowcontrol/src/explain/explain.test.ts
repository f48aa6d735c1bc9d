import { describe, expect, it } from '@jest/globals';

import { openFlowControl, oneQueue, level, schemaFor } from '../testing/open-flow-control.ts';
import { requestFor } from '../testing/request-for.ts';
import { clientCosts, explainFlow, explainRequest } from './explain.ts';

describe('the explanation of a flow', () => {
  it('names the schema, the level, its state, and the queues of the flow', () => {
    const queuing = { queues: 64, handSize: 1, queueLengthLimit: 9 };
    const { control, get } = openFlowControl([level('l', 1, queuing)], [schemaFor('s', 'l', { flowsBy: 'ByUser' })]);
    get('alice');
    get('alice');
    const explained = explainFlow(control, requestFor('alice', 'get'));
    expect(explained).toMatchObject({
      flowSchema: 's',
      matchingPrecedence: 500,
      distinguisher: 'alice',
      priorityLevel: 'l',
      isExempt: false,
      level: { seats: 1, seatsInUse: 1, executing: 1, waiting: 1, waitingBefore: 1, queueLengthLimit: 9 },
    });
    expect(explained.queues).toHaveLength(1);
  });

  it('tells which schemas were only nearly matched, and on which word', () => {
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['a'] };
    const near = schemaFor('near', 'l', { precedence: 100, resourceRules: [rule] });
    const far = schemaFor('far', 'l', { precedence: 101, resourceRules: [{ ...rule, verbs: ['list'] }] });
    const others = schemaFor('others', 'l', { precedence: 102, users: ['bob'] });
    const later = schemaFor('later', 'l', { precedence: 900, users: ['bob'] });
    const { control } = openFlowControl([level('l', 1, oneQueue)], [near, far, others, later, schemaFor('s', 'l')]);
    const explained = explainFlow(control, requestFor('alice', 'get'));
    expect(explained.flowSchema).toBe('s');
    expect(explained.nearMisses).toEqual([
      { flowSchema: 'exempt', field: 'subjects', value: 'alice' },
      { flowSchema: 'near', field: 'resources', value: 'configmaps' },
      { flowSchema: 'others', field: 'subjects', value: 'alice' },
    ]);
  });

  it('tells which schemas would take the request if their level existed', () => {
    const schemas = [
      schemaFor('s', 'l'),
      schemaFor('second', 'gone', { precedence: 400 }),
      schemaFor('first', 'absent', { precedence: 300 }),
      schemaFor('others', 'gone', { precedence: 200, users: ['bob'] }),
      schemaFor('later', 'gone', { precedence: 600 }),
    ];
    const { control } = openFlowControl([level('l', 1, oneQueue)], schemas);
    const asked = requestFor('alice', 'get');
    expect(explainFlow(control, asked)).toMatchObject({
      flowSchema: 's',
      dangling: [
        { flowSchema: 'first', priorityLevel: 'absent' },
        { flowSchema: 'second', priorityLevel: 'gone' },
      ],
    });
    control.configuration.apply([level('l', 1, oneQueue), level('absent', 1, oneQueue)], schemas);
    expect(explainFlow(control, asked)).toMatchObject({ flowSchema: 'first', dangling: [] });
  });

  it.each([
    ['get', 'log'],
    ['create', 'exec'],
    ['get', 'proxy'],
  ])('has no flow for what lasts as long as its client likes: %s %s', (verb, subresource) => {
    const { control } = openFlowControl([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const { user, attributes } = requestFor('alice', verb);
    const asked = { user, attributes: { ...attributes, subresource } as typeof attributes };
    expect(explainRequest(control, asked)).toEqual({ isInNoFlow: true });
    expect(explainRequest(control, { user, attributes })).toMatchObject({ flowSchema: 's' });
    const profile = { kind: 'path', verb: 'get', path: '/debug/pprof/profile' } as const;
    expect(explainRequest(control, { user, attributes: profile })).toEqual({ isInNoFlow: true });
  });

  it('has the clients of the level by what they spent of late', () => {
    const { control, get, clock } = openFlowControl([level('l', 2, oneQueue)], [schemaFor('s', 'l')], 12);
    const [ofAlice, ofBob] = [get('alice'), get('bob')];
    clock.advance(1_000);
    ofAlice?.done();
    clock.advance(2_000);
    ofBob?.done();
    expect(explainFlow(control, requestFor('alice', 'get')).spenders).toMatchObject([
      { user: 'bob', recentSeatSeconds: 3, seatSeconds: 3, requests: 1 },
      { user: 'alice', recentSeatSeconds: 1, seatSeconds: 1, requests: 1 },
    ]);
    clock.advance(60_000);
    expect(clientCosts(control)[0]).toMatchObject({ user: 'bob', recentSeatSeconds: 1.5, seatSeconds: 3 });
  });
});

describe('the accounts of clients', () => {
  it('count requests that were refused, and those of very many users together', () => {
    const { control, get } = openFlowControl([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    for (let count = 0; count < 600; count += 1) get(`user-${count}`);
    const costs = clientCosts(control);
    expect(costs.length).toBeLessThanOrEqual(501);
    expect(costs.find(({ user }) => user === '(others)')?.refused).toBeGreaterThan(90);
  });

  it('count what a client is sent: the bodies of answers when they end, and events as they come', async () => {
    const { control, metrics } = openFlowControl([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const schema = control.classify(requestFor('alice', 'get'));
    schema.noteSent('alice', 300);
    const meter = schema.watchMeter('alice');
    meter.note(2, 50);
    meter.note(1, 25);
    schema.noteSent('bob', 7);
    const costs = clientCosts(control);
    expect(costs.find(({ user }) => user === 'alice')).toMatchObject({ bytesOut: 375, events: 3 });
    expect(costs.find(({ user }) => user === 'bob')).toMatchObject({ bytesOut: 7, events: 0 });
    const { text } = await metrics.print();
    const labels = '{flow_schema="s",priority_level="l"}';
    expect(text).toContain(`keelson_flowcontrol_response_bytes_total${labels} 382\n`);
    expect(text).toContain(`keelson_flowcontrol_watch_events_total${labels} 3\n`);
  });
});
