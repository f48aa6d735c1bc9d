import { describe, expect, it } from '@jest/globals';

import { level, oneQueue, openFlowControl, schemaFor } from './testing/open-flow-control.ts';
import { requestFor } from './testing/request-for.ts';

function open(...given: Parameters<typeof openFlowControl>) {
  const opened = openFlowControl(...given);
  const printed = async (name: string) =>
    (await opened.metrics.print()).text
      .split('\n')
      .filter((line) => line.startsWith(`apiserver_flowcontrol_${name}`) && line.includes('"l"'));
  return { ...opened, printed };
}

describe('a level that rejects', () => {
  it('refuses what finds no seat, and has a seat again when one is done', () => {
    const { get } = open([level('l', 1)], [schemaFor('s', 'l')]);
    const first = get();
    expect(first?.waiting).toBeUndefined();
    expect(get()).toBeUndefined();
    first?.done();
    expect(get()).toBeDefined();
  });
});

describe('a level that queues', () => {
  it('lets requests wait for their turn in the order in which they came, and refuses those beyond its queue', async () => {
    const { get } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const tickets = [get(), get(), get()];
    expect(get()).toBeUndefined();
    expect(tickets.map((ticket) => ticket?.state)).toEqual(['executing', 'waiting', 'waiting']);
    tickets[0]?.done();
    await expect(tickets[1]?.waiting).resolves.toBe(true);
    expect(tickets.map((ticket) => ticket?.state)).toEqual(['over', 'executing', 'waiting']);
  });

  it('forgets at once who leaves', async () => {
    const { get, control } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const [first, second, third] = [get(), get(), get()];
    second?.done();
    second?.done();
    await expect(second?.waiting).resolves.toBe(false);
    first?.done();
    expect(third?.state).toBe('executing');
    third?.done();
    expect(control.count('readOnly')).toBe(0);
  });

  it('tells the most requests of a second, in the second after it', () => {
    const { get, control, clock } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const tickets = [get(), get(), get()];
    for (const ticket of tickets) ticket?.done();
    expect([control.peak('readOnly', 'executing'), control.peak('readOnly', 'waiting')]).toEqual([0, 0]);
    clock.advance(1_000);
    expect([control.peak('readOnly', 'executing'), control.peak('readOnly', 'waiting')]).toEqual([1, 2]);
    clock.advance(1_000);
    expect([control.peak('readOnly', 'executing'), control.peak('mutating', 'executing')]).toEqual([0, 0]);
  });

  it('refuses who has waited for a quarter of the time limit when another one comes', async () => {
    const { get, clock } = open([level('l', 1, { ...oneQueue, queueLengthLimit: 9 })], [schemaFor('s', 'l')]);
    const [, second] = [get(), get()];
    clock.advance(15_001);
    expect(second?.state).toBe('waiting');
    const third = get();
    await expect(second?.waiting).resolves.toBe(false);
    expect(third?.state).toBe('waiting');
  });

  it('has one flow alone where there is one queue', () => {
    const { get } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l', { flowsBy: 'ByUser' })]);
    expect([get('alice'), get('bob')].map((ticket) => ticket?.flow?.distinguisher)).toEqual(['', '']);
  });

  it('gives a turn to the flow that has had less', async () => {
    const many = { queues: 64, handSize: 1, queueLengthLimit: 50 };
    const { get } = open([level('l', 1, many)], [schemaFor('s', 'l', { flowsBy: 'ByUser' })]);
    const first = get('alice');
    const ofAlice = Array.from({ length: 10 }, () => get('alice'));
    const ofBob = get('bob');
    first?.done();
    await expect(ofBob?.waiting).resolves.toBe(true);
    expect(ofAlice.every((ticket) => ticket?.state === 'waiting')).toBe(true);
  });

  it('serves one that needs more seats than there are, alone', () => {
    const { ask, get } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const list = ask(requestFor('alice', 'list'));
    expect([list?.state, list?.maxSeats]).toEqual(['executing', 10]);
    const next = get();
    expect(next?.state).toBe('waiting');
    list?.done();
    expect(next?.state).toBe('executing');
  });

  it('holds seats for the watches of a write a little longer', () => {
    const { ask, control, clock, get } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const watched = { group: '', version: 'v1', resource: 'configmaps', subresource: '', namespace: 'a', name: '' };
    for (let count = 0; count < 25; count += 1) control.watch(watched);
    ask(requestFor('alice', 'update', { work: 'mutating' }))?.done();
    const next = get();
    expect(next?.state).toBe('waiting');
    clock.advance(5);
    expect(next?.state).toBe('executing');
  });
});

describe('a change of the configuration', () => {
  it('shares the seats anew, and serves at once what waits where there are more', () => {
    const { get, control } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const [, second] = [get(), get()];
    expect(second?.state).toBe('waiting');
    control.configuration.apply([level('l', 5, oneQueue)], [schemaFor('s', 'l')]);
    expect(second?.state).toBe('executing');
  });

  it('drains a level that is deleted while it works, and then lets it go', async () => {
    const { get, control } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const [first, second] = [get(), get()];
    control.configuration.apply([], [schemaFor('s', 'l')]);
    const names = () =>
      [...control.configuration.levels()].map(({ name, isQuiescing }) => `${name} ${isQuiescing}`).sort();
    expect(names()).toEqual(['catch-all false', 'exempt false', 'l true']);
    expect(control.classify(requestFor('alice', 'get')).configured.name).toBe('catch-all');
    first?.done();
    await expect(second?.waiting).resolves.toBe(true);
    second?.done();
    expect(names()).toEqual(['catch-all false', 'exempt false']);
  });

  it('is in force at once when the last slice of it is done, and nothing of it before', async () => {
    const { get, control } = open([level('old', 1, oneQueue)], [schemaFor('a', 'old')]);
    const [first, second] = [get(), get()];
    let pauses = 0;
    const giveWay = async (): Promise<void> => {
      pauses += 1;
      expect(control.classify(requestFor('alice', 'get')).level.name).toBe('old');
      expect([...control.configuration.levels()].map(({ name }) => name)).not.toContain('new');
      // The level is in the new configuration, even if it is idle and dropped in the meantime.
      first?.done();
      second?.done();
      control.configuration.dropDrained();
      await Promise.resolve();
    };
    await control.configuration.applyInSlices(
      [level('new', 1, oneQueue), level('old', 2, oneQueue)],
      [schemaFor('a', 'new'), schemaFor('b', 'old', { precedence: 600 })],
      giveWay,
    );
    expect(pauses).toBeGreaterThan(4);
    expect(control.classify(requestFor('alice', 'get')).level.name).toBe('new');
    expect([...control.configuration.levels()].map(({ name }) => name).sort()).toEqual([
      'catch-all',
      'exempt',
      'new',
      'old',
    ]);
  });

  it('lets those who wait be served at a level that rejects from now on', () => {
    const { get, control } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const [first, second] = [get(), get()];
    control.configuration.apply([level('l', 1)], [schemaFor('s', 'l')]);
    expect(get()).toBeUndefined();
    first?.done();
    expect(second?.state).toBe('executing');
  });

  it('serves on with shares of zero, and with a hand larger than there are queues', () => {
    const odd = { queues: 2, handSize: 5, queueLengthLimit: 5 };
    const { get } = open([level('l', 0, odd)], [schemaFor('s', 'l')]);
    const [first, second] = [get(), get()];
    expect([first?.state, second?.state]).toEqual(['executing', 'waiting']);
    first?.done();
    expect(second?.state).toBe('executing');
  });
});

describe('ten thousand flow schemas', () => {
  it('are served on, half of them without their level, and take no room in metrics before they are used', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      schemaFor(`s${index}`, index % 2 === 0 ? 'l' : 'missing', { users: [`u${index}`], flowsBy: 'ByUser' }),
    );
    const { control, get, metrics } = open([level('l', 5, oneQueue)], many);
    const nameFor = (user: string) => control.classify(requestFor(user, 'get')).configured.name;
    expect([nameFor('u9998'), nameFor('u9999'), nameFor('nobody')]).toEqual(['s9998', 'catch-all', 'catch-all']);
    get('u42')?.done();
    const { text } = await metrics.print();
    expect(text).toContain('apiserver_flowcontrol_dispatched_requests_total{flow_schema="s42",priority_level="l"} 1\n');
    expect(text).not.toContain('"s44"');
  });
});

describe('requests that no configuration stops', () => {
  it('are those of masters, however full the server is, before anything is known of the store', () => {
    const { ask, get } = open([], [], 1);
    while (get() !== undefined);
    const admin = () => ask(requestFor('admin', 'get', { groups: ['system:masters'] }));
    for (let count = 0; count < 100; count += 1) expect(admin()?.state).toBe('executing');
  });
});

describe('tickets', () => {
  it('are used again by requests that do not wait', () => {
    const { get } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const first = get();
    first?.done();
    expect(get()).toBe(first);
  });

  it('describe the flow of their requests', () => {
    const { get, ask, clock } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const [first, second] = [get(), get()];
    clock.advance(250);
    first?.done();
    expect(second?.describe()).toBe('schema=s, level=l, queue=0, waited=0.250s, seats=1');
    const admin = ask(requestFor('admin', 'get', { groups: ['system:masters'] }));
    expect(admin?.describe()).toBe('schema=exempt, level=exempt, exempt');
  });
});

describe('the metrics', () => {
  it('count what becomes of requests at a level that queues', async () => {
    const { get, printed } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    const tickets = [get(), get(), get(), get(), get()];
    const labels = 'flow_schema="s",priority_level="l"';
    expect(await printed('current_')).toEqual([
      `apiserver_flowcontrol_current_executing_requests{${labels}} 1`,
      `apiserver_flowcontrol_current_inqueue_requests{${labels}} 2`,
      'apiserver_flowcontrol_current_r{priority_level="l"} 0',
    ]);
    for (const ticket of tickets) ticket?.done();
    expect(await printed('rejected')).toEqual([
      `apiserver_flowcontrol_rejected_requests_total{${labels},reason="queue-full"} 2`,
    ]);
    expect(await printed('request_queue_length_after_enqueue_count')).toEqual([
      `apiserver_flowcontrol_request_queue_length_after_enqueue_count{${labels}} 3`,
    ]);
    expect(await printed('request_wait_duration_seconds_count')).toEqual([
      `apiserver_flowcontrol_request_wait_duration_seconds_count{execute="false",${labels}} 2`,
      `apiserver_flowcontrol_request_wait_duration_seconds_count{execute="true",${labels}} 3`,
    ]);
    expect(await printed('dispatched')).toEqual([`apiserver_flowcontrol_dispatched_requests_total{${labels}} 3`]);
    expect(await printed('request_concurrency')).toEqual([
      `apiserver_flowcontrol_request_concurrency_in_use{${labels}} 0`,
      'apiserver_flowcontrol_request_concurrency_limit{priority_level="l"} 1',
    ]);
  });

  it('observe the use of a level once a millisecond, with its lowest and highest values between', async () => {
    const { get, printed, clock } = open([level('l', 1, oneQueue)], [schemaFor('s', 'l')]);
    clock.advance(10);
    get()?.done();
    const second = get();
    clock.advance(10);
    second?.done();
    const executing = (lines: string[]) => lines.filter((line) => /executing.*le="(0|\+Inf)"/.test(line));
    const name = 'apiserver_flowcontrol_priority_level_request_count_samples_bucket';
    expect(executing(await printed('priority_level_request_count_samples_bucket'))).toEqual([
      `${name}{phase="executing",priority_level="l",le="0"} 10`,
      `${name}{phase="executing",priority_level="l",le="+Inf"} 20`,
    ]);
  });
});
