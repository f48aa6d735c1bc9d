import { describe, expect, it } from '@jest/globals';

import { create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { nodes } from './node.resource.ts';
import { Node } from './node.ts';

describe('a node', () => {
  it('can allocate its capacity by default', () => {
    expect(fillIn(Node, { status: { capacity: { cpu: '1500u' } } }).status).toMatchObject({
      capacity: { cpu: '2m' },
      allocatable: { cpu: '2m' },
    });
    const status = { capacity: { cpu: '2' }, allocatable: { cpu: '1' } };
    expect(fillIn(Node, { status }).status).toMatchObject(status);
  });

  it('shows roles, state and versions', () => {
    const labels = {
      'node-role.kubernetes.io/worker': '',
      'node-role.kubernetes.io/': '',
      'kubernetes.io/role': 'infra',
    };
    const status = {
      conditions: [
        { type: 'MemoryPressure', status: 'False' },
        { type: 'Ready', status: 'True' },
      ],
      addresses: [
        { type: 'Hostname', address: 'n' },
        { type: 'InternalIP', address: '10.0.0.1' },
      ],
      nodeInfo: { kubeletVersion: 'v1.24.0', osImage: 'Debian' },
    };
    expect(printRow(nodes, { metadata: { labels }, spec: { unschedulable: true }, status })).toEqual({
      Name: 'a',
      Status: 'Ready,SchedulingDisabled',
      Roles: 'infra,worker',
      Age: '5m',
      Version: 'v1.24.0',
      'Internal-IP': '10.0.0.1',
      'External-IP': '<none>',
      'OS-Image': 'Debian',
      'Kernel-Version': '<unknown>',
      'Container-Runtime': '<unknown>',
    });
  });

  it.each([
    [[], 'Unknown'],
    [[{ type: 'Ready', status: 'Unknown' }], 'NotReady'],
  ])('with the conditions %j is %s', (conditions, text) => {
    expect(printRow(nodes, { status: { conditions } })).toMatchObject({ Status: text, Roles: '<none>' });
  });

  it('registers itself with its status, which a later write of the node leaves alone', () => {
    const status = { phase: 'Running' };
    const { object } = create(nodes, { metadata: { name: 'a' }, status });
    expect(object).toMatchObject({ status });
    expect(update(nodes, object, { metadata: { name: 'a' } }).object).toMatchObject({ status });
  });
});
