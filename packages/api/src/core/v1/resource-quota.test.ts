import { describe, expect, it } from '@jest/globals';

import { create } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { resourceQuotas } from './resource-quota.resource.ts';
import { ResourceQuota } from './resource-quota.ts';

describe('a quota', () => {
  it('counts in thousandths', () => {
    const amounts = { cpu: '1u', pods: '5' };
    const rounded = { cpu: '1m', pods: '5' };
    expect(fillIn(ResourceQuota, { spec: { hard: amounts }, status: { hard: amounts, used: amounts } })).toMatchObject({
      spec: { hard: rounded },
      status: { hard: rounded, used: rounded },
    });
  });

  it('shows the caps in force and their use', () => {
    const hard = { 'requests.cpu': '2', pods: '5', 'limits.cpu': '4', limits: '1' };
    expect(printRow(resourceQuotas, { status: { hard, used: { pods: '1' } } })).toEqual({
      Name: 'a',
      Age: '5m',
      Request: 'limits: 0/1, pods: 1/5, requests.cpu: 0/2',
      Limit: 'limits.cpu: 0/4',
    });
    expect(printRow(resourceQuotas, { spec: { hard } })).toMatchObject({ Request: '', Limit: '' });
  });

  it('is in force only when the status says so', () => {
    const hard = { pods: '5' };
    const { object } = create(resourceQuotas, { metadata: { name: 'a' }, spec: { hard }, status: { hard } });
    expect(object['status']).toEqual({});
  });
});
