/** Migrations of the kinds that run pods: Deployments, DaemonSets, ReplicaSets, StatefulSets. */
import { isAbsent, valueAt, whereAbsent, type Migration, type NotableChange, type OldObject } from './migration.ts';

const extensions = 'extensions/v1beta1';
const first = 'apps/v1beta1';
const second = 'apps/v1beta2';

const selector: NotableChange = {
  text: '`spec.selector` is required and cannot be changed. It used to be taken from the labels of the template.',
  versions: [extensions, first],
  decide: whereAbsent(
    'spec.selector',
    'becomes the labels of the template, and can never be changed; leave out labels that will change',
  ),
};

const fixedSelector: NotableChange = { text: '`spec.selector` cannot be changed.', versions: [second] };

const never = 2_147_483_647;

function whereGiven(path: string, advice: string): (object: OldObject) => readonly string[] {
  return (object) => (isAbsent(valueAt(object, path)) ? [] : [`${path}: ${advice}`]);
}

function keptStrategy(versions: readonly string[]): NotableChange {
  return {
    text: '`spec.updateStrategy.type` is `RollingUpdate` by default. It used to be `OnDelete`, which the conversion writes out.',
    versions,
    decide: whereAbsent('spec.updateStrategy.type', 'stays OnDelete; the default of apps/v1 is RollingUpdate'),
  };
}

export const workloadMigrations: readonly Migration[] = [
  {
    kinds: ['DaemonSet'],
    from: [extensions, second],
    changes: [
      {
        text: '`spec.templateGeneration` is gone. The conversion keeps it as an annotation.',
        versions: [extensions],
        decide: whereGiven('spec.templateGeneration', 'is gone, and becomes an annotation that nothing reads'),
      },
      selector,
      fixedSelector,
      keptStrategy([extensions]),
    ],
  },
  {
    kinds: ['Deployment'],
    from: [extensions, first, second],
    changes: [
      {
        text: '`spec.rollbackTo` is gone: `kubectl rollout undo` does it. The conversion keeps it as an annotation, which the deployment controller carries out.',
        versions: [extensions, first],
        decide: whereGiven('spec.rollbackTo', 'is gone, and becomes an annotation; use kubectl rollout undo'),
      },
      selector,
      fixedSelector,
      {
        text: '`spec.progressDeadlineSeconds` is 600 by default. In `extensions/v1beta1` there was no deadline, which the conversion writes out as the largest number.',
        versions: [extensions],
        decide: whereAbsent(
          'spec.progressDeadlineSeconds',
          `stays without end (${String(never)}); the default of apps/v1 is 600`,
        ),
      },
      {
        text: '`spec.revisionHistoryLimit` is 10 by default. It used to be 2 in `apps/v1beta1`, and all were kept in `extensions/v1beta1`; the conversion writes that out.',
        versions: [extensions, first],
        decide: whereAbsent(
          'spec.revisionHistoryLimit',
          'stays as the old version had it; the default of apps/v1 is 10',
        ),
      },
      {
        text: '`maxSurge` and `maxUnavailable` are `25%` by default. They used to be 1 in `extensions/v1beta1`, which the conversion writes out.',
        versions: [extensions],
        decide: (object) => {
          const isRolling = (valueAt(object, 'spec.strategy.type') ?? 'RollingUpdate') === 'RollingUpdate';
          return ['maxSurge', 'maxUnavailable'].flatMap((field) =>
            isRolling
              ? whereAbsent(`spec.strategy.rollingUpdate.${field}`, 'stays 1; the default of apps/v1 is 25%')(object)
              : [],
          );
        },
      },
    ],
  },
  { kinds: ['StatefulSet'], from: [first, second], changes: [selector, fixedSelector, keptStrategy([first])] },
  { kinds: ['ReplicaSet'], from: [extensions, first, second], changes: [selector, fixedSelector] },
];
