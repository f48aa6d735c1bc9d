import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { daemonSets } from './daemon-set.resource.ts';
import { DaemonSet } from './daemon-set.ts';

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'one' }] } };
const spec = { selector: { matchLabels: { app: 'a' } }, template };
const metadata = { name: 'a' };

describe('a daemon set', () => {
  it('replaces one pod after another by default', () => {
    expect(fillIn(DaemonSet, { spec: {} }).spec).toMatchObject({
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
    });
    const given = {
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '10%' } },
      revisionHistoryLimit: 0,
    };
    expect(fillIn(DaemonSet, { spec: given }).spec).toMatchObject(given);
    const { updateStrategy } = fillIn(DaemonSet, { spec: { updateStrategy: { type: 'OnDelete' } } }).spec;
    expect(updateStrategy).toEqual({ type: 'OnDelete' });
  });

  it('shows its nodes', () => {
    const onNodes = { ...spec, template: { ...template, spec: { ...template.spec, nodeSelector: { disk: 'ssd' } } } };
    const status = { desiredNumberScheduled: 5, currentNumberScheduled: 4, numberReady: 3, numberAvailable: 1 };
    expect(printRow(daemonSets, { spec: onNodes, status })).toEqual({
      Name: 'a',
      Desired: 5,
      Current: 4,
      Ready: 3,
      'Up-to-date': 0,
      Available: 1,
      'Node Selector': 'disk=ssd',
      Age: '5m',
      Containers: 'c',
      Images: 'one',
      Selector: 'app=a',
    });
    expect(printRow(daemonSets, { spec })).toMatchObject({ 'Node Selector': '<none>' });
  });

  it('counts the changes of its template in an annotation', () => {
    const generation = 'deprecated.daemonset.template.generation';
    expect(fillIn(DaemonSet, {}).metadata.annotations).toEqual({ [generation]: '0' });
    const { object: first } = create(daemonSets, { metadata, spec });
    expect(first.metadata.annotations).toEqual({ [generation]: '1' });
    const { object: same } = update(daemonSets, first, { metadata, spec: { ...spec, minReadySeconds: 5 } });
    expect(same.metadata.annotations).toEqual({ [generation]: '1' });
    const changed = { ...template, spec: { containers: [{ name: 'c', image: 'two' }] } };
    const { object: second } = update(daemonSets, same, { metadata, spec: { ...spec, template: changed } });
    expect(second.metadata.annotations).toEqual({ [generation]: '2' });
    const observed = { ...second, metadata: { ...second.metadata, annotations: { a: 'b' } } };
    daemonSets.hooks.prepareForStatusUpdate?.(observed as never, second as never);
    expect(observed.metadata.annotations).toEqual({ a: 'b', [generation]: '2' });
  });

  it('has one pod on a node, of a template that is checked', () => {
    const volumes = [{ name: 'v', gcePersistentDisk: { pdName: 'd' } }];
    const changed = { ...template, spec: { containers: [{ name: 'c' }], volumes, activeDeadlineSeconds: 5 } };
    expect(causesOf(create(daemonSets, { metadata, spec: { ...spec, template: changed } }))).toEqual([
      'spec.template.spec.containers[0].image: Required value',
      'spec.template.spec.volumes[0].gcePersistentDisk.readOnly: Invalid value: false: must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
      'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not Supported',
    ]);
  });
});
