import { describe, expect, it } from '@jest/globals';

import { printRow } from '../../testing/print-row.ts';
import { componentStatuses } from './component-status.resource.ts';

describe('the row of a component', () => {
  it.each([
    [[], { Status: 'Unknown', Message: '', Error: '' }],
    [[{ type: 'Healthy', status: 'True', message: 'ok' }], { Status: 'Healthy', Message: 'ok', Error: '' }],
    [[{ type: 'Healthy', status: 'False', error: 'down' }], { Status: 'Unhealthy', Message: '', Error: 'down' }],
  ])('with the conditions %j says %j', (conditions, cells) => {
    expect(printRow(componentStatuses, { conditions })).toEqual({ Name: 'a', ...cells });
  });
});
