import { describe, expect, it } from '@jest/globals';

import { syncSeccomp } from './pod-seccomp.ts';
import type { Pod } from './pod.ts';

const podKey = 'seccomp.security.alpha.kubernetes.io/pod';
const containerKey = 'container.seccomp.security.alpha.kubernetes.io/c';

interface Parts {
  readonly annotations?: Record<string, string>;
  readonly pod?: object;
  readonly container?: object;
}

function sync({ annotations, pod, container }: Parts) {
  const synced = {
    metadata: { ...(annotations && { annotations: { ...annotations } }) },
    spec: {
      ...(pod && { securityContext: { seccompProfile: pod } }),
      containers: [{ name: 'c', ...(container && { securityContext: { seccompProfile: container } }) }],
    },
  } as unknown as Pod;
  syncSeccomp(synced);
  return {
    annotations: synced.metadata.annotations,
    pod: synced.spec.securityContext?.seccompProfile,
    container: synced.spec.containers?.[0]?.securityContext?.seccompProfile,
  };
}

const pairs: readonly (readonly [string, object])[] = [
  ['unconfined', { type: 'Unconfined' }],
  ['runtime/default', { type: 'RuntimeDefault' }],
  ['localhost/p.json', { type: 'Localhost', localhostProfile: 'p.json' }],
];

describe('the seccomp profile of a new pod', () => {
  it.each(pairs)('%s is written as annotation and as field, whichever is given', (annotation, profile) => {
    const both = {
      annotations: { [podKey]: annotation, [containerKey]: annotation },
      pod: profile,
      container: profile,
    };
    expect(sync({ pod: profile, container: profile })).toEqual(both);
    expect(sync({ annotations: both.annotations })).toEqual(both);
  });

  it('may have the name that it had for one runtime', () => {
    expect(sync({ annotations: { [podKey]: 'docker/default' } }).pod).toEqual({ type: 'RuntimeDefault' });
  });

  it('stays as it is where both are given, none is, or an annotation means nothing', () => {
    const different = { annotations: { [podKey]: 'unconfined' }, pod: { type: 'RuntimeDefault' } };
    expect(sync(different)).toEqual({ ...different, container: undefined });
    expect(sync({})).toEqual({ annotations: undefined, pod: undefined, container: undefined });
    const strange = { annotations: { [podKey]: 'localhost/' } };
    expect(sync(strange)).toEqual({ ...strange, pod: undefined, container: undefined });
  });
});
