import { describe, expect, it } from '@jest/globals';
import { tableOf, type JsonValue, type Resource } from '@keelson/schema';

import { create } from '../../testing/admit.ts';
import { cronJobs } from './cron-job.resource.ts';
import { jobs } from './job.resource.ts';

const now = new Date('2022-01-02T03:05:05Z');
const template = {
  spec: {
    containers: [
      { name: 'c', image: 'busybox' },
      { name: 'd', image: 'nginx:1' },
    ],
    restartPolicy: 'Never',
  },
};

function cellsOf(resource: Resource, spec: JsonValue, status: object = {}): readonly unknown[] {
  const { object } = create(resource, { metadata: { name: 'a' }, spec });
  return tableOf(resource).print({ ...object, status }, { now }).cells;
}

describe('the columns of jobs', () => {
  const uid = '6e1c1d3a-0000-4000-8000-000000000001';

  it('show how far it is, its age and its containers', () => {
    expect(cellsOf(jobs, { completions: 3, template })).toEqual([
      ...['a', '0/3', '', '60s'],
      ...['c,d', 'busybox,nginx:1', `controller-uid=${uid}`],
    ]);
  });

  it.each([
    [{ completions: 5 }, { succeeded: 2 }, '2/5'],
    [{ parallelism: 3 }, { succeeded: 1 }, '1/1 of 3'],
    [{ parallelism: 1 }, {}, '0/1'],
  ])('count %j with %j as completions %s', (spec, status, expected) => {
    expect(cellsOf(jobs, { ...spec, template }, status)[1]).toBe(expected);
  });

  it('show how long it took, or takes', () => {
    const startTime = '2020-01-01T00:00:00Z';
    const duration = (status: object) => cellsOf(jobs, { template }, status)[2];
    expect(duration({ startTime, completionTime: '2020-01-01T00:01:40Z' })).toBe('100s');
    expect(duration({ startTime, completionTime: '2020-01-02T01:00:00Z' })).toBe('25h');
    expect(duration({ startTime: '2022-01-02T03:00:00Z' })).toBe('5m5s');
  });
});

describe('the columns of cron jobs', () => {
  it('show the schedule and what runs', () => {
    const spec = { schedule: '@daily', jobTemplate: { spec: { template } } };
    const wide = ['c,d', 'busybox,nginx:1', '<none>'];
    expect(cellsOf(cronJobs, spec)).toEqual(['a', '@daily', 'False', 0, '<none>', '60s', ...wide]);
    const status = { active: [{}, {}], lastScheduleTime: '2022-01-02T03:03:00Z' };
    expect(cellsOf(cronJobs, spec, status).slice(3, 5)).toEqual([2, '2m5s']);
  });
});
