import { describe, expect, it } from '@jest/globals';

import { createApiScheme } from '../../api-scheme.ts';
import { automanagedApiServices } from './automanaged.ts';

describe('API services of the server itself', () => {
  const { label, priorityOf } = automanagedApiServices('k8s.io');

  it('have a label and priorities that clients know', () => {
    expect(label).toBe('kube-aggregator.kubernetes.io/automanaged');
    expect(priorityOf('', 'v1')).toEqual({ groupPriorityMinimum: 18000, versionPriority: 1 });
    expect(priorityOf('autoscaling', 'v2')).toEqual({ groupPriorityMinimum: 17500, versionPriority: 30 });
    expect(priorityOf('autoscaling', 'v9')).toBeUndefined();
    expect(priorityOf('autoscaling', 'constructor')).toBeUndefined();
    expect(priorityOf('x.test', 'v1')).toBeUndefined();
  });

  it('follow the domain', () => {
    const own = automanagedApiServices('example.com');
    expect(own.label).toBe('kube-aggregator.example.com/automanaged');
    expect(own.priorityOf('events.example.com', 'v1')?.groupPriorityMinimum).toBe(17750);
    expect(own.priorityOf('events.k8s.io', 'v1')).toBeUndefined();
  });

  it('exist for each declared group version of any release but their own', () => {
    const missing = createApiScheme({ includeRetired: true })
      .resources()
      .filter(({ group, version }) => priorityOf(group, version) === undefined)
      .map(({ group, version }) => `${group}/${version}`);
    expect(new Set(missing)).toEqual(new Set(['apiregistration.k8s.io/v1', 'apiregistration.k8s.io/v1beta1']));
  });
});
