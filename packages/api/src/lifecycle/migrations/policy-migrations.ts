/** Migrations of policies, metrics of autoscalers, events and requests: kinds with few changes each. */
import { isAbsent, valueAt, type Migration, type OldObject } from './migration.ts';

const always = (advice: string) => (): readonly string[] => [advice];

function hasEmptySelector(object: OldObject): readonly string[] {
  const selector = valueAt(object, 'spec.selector');
  if (selector === undefined || selector === null) return [];
  const { matchLabels, matchExpressions } = selector as OldObject;
  const isEmpty = Object.keys(matchLabels ?? {}).length === 0 && isAbsent(matchExpressions);
  if (!isEmpty) return [];
  return [
    'spec.selector: selects nothing in policy/v1beta1, and so it stays by a label that no pod has; {} selects all pods of the namespace in policy/v1',
  ];
}

function oldTimes(object: OldObject): readonly string[] {
  const fields = ['deprecatedFirstTimestamp', 'deprecatedLastTimestamp', 'deprecatedCount', 'deprecatedSource'];
  return fields.flatMap((field) => {
    const value = valueAt(object, field);
    const isSaid = !isAbsent(value) && value !== 0 && JSON.stringify(value) !== '{}';
    return isSaid ? [`${field}: cannot be written by new objects`] : [];
  });
}

export const policyMigrations: readonly Migration[] = [
  {
    kinds: ['PodDisruptionBudget'],
    from: ['policy/v1beta1'],
    changes: [
      {
        text: 'An empty `spec.selector` (`{}`) selects all pods of the namespace. It used to select none, which the conversion keeps by a label that no pod has. A selector that is not there selects none in both.',
        decide: hasEmptySelector,
      },
    ],
  },
  {
    kinds: ['PodSecurityPolicy'],
    from: ['extensions/v1beta1'],
    changes: [{ text: '`policy/v1beta1` has the same fields, and is removed in 1.25.' }],
  },
  {
    kinds: ['PodSecurityPolicy'],
    from: ['policy/v1beta1'],
    changes: [
      {
        text: 'Nothing replaces it, and its admission plugin is gone too. Pod Security admission, by labels of namespaces, or an admission webhook does the same work.',
        decide: always('nothing replaces it; use Pod Security admission or an admission webhook'),
      },
    ],
  },
  {
    kinds: ['HorizontalPodAutoscaler'],
    from: ['autoscaling/v2beta1'],
    changes: [
      {
        text: 'Metrics say their goal in `target`, with `type` and one of `value`, `averageValue` and `averageUtilization`, in place of `targetValue`, `targetAverageValue` and `targetAverageUtilization`.',
      },
      {
        text: 'Metrics of pods, objects and others are named by `metric.name` and `metric.selector`, in place of `metricName` and `selector`.',
      },
      { text: '`object.target` is called `object.describedObject`.' },
    ],
  },
  {
    kinds: ['Event'],
    from: ['events.{domain}/v1beta1'],
    changes: [
      { text: '`type` is `Normal` or `Warning`.' },
      { text: '`involvedObject` of the core group is called `regarding`.' },
      { text: 'New events need `action`, `reason`, `reportingController` and `reportingInstance`.' },
      {
        text: '`eventTime` takes the place of `firstTimestamp`, which is called `deprecatedFirstTimestamp` and is not permitted in new events. The same holds of `series.lastObservedTime` and `deprecatedLastTimestamp`, `series.count` and `deprecatedCount`, `reportingController` and `deprecatedSource.component`, `reportingInstance` and `deprecatedSource.host`.',
        decide: oldTimes,
      },
    ],
  },
  {
    kinds: ['LocalSubjectAccessReview', 'SubjectAccessReview'],
    from: ['authorization.{domain}/v1beta1'],
    changes: [{ text: '`spec.group` is called `spec.groups`.' }],
  },
  {
    kinds: ['CertificateSigningRequest'],
    from: ['certificates.{domain}/v1beta1'],
    changes: [
      {
        text: '`spec.signerName` is required, and `kubernetes.io/legacy-unknown` is not allowed for new requests.',
        decide: (object) => {
          const signer = valueAt(object, 'spec.signerName');
          const isKnown = !isAbsent(signer) && !String(signer).endsWith('/legacy-unknown');
          return isKnown ? [] : ['spec.signerName: name the signer, such as kubernetes.io/kube-apiserver-client'];
        },
      },
      {
        text: '`spec.usages` is required, without duplicates, and of known usages alone.',
        decide: (object) =>
          isAbsent(valueAt(object, 'spec.usages')) ? ['spec.usages: say what the certificate is for'] : [],
      },
      { text: '`status.conditions` have each type once, and each its `status`.' },
      { text: '`status.certificate` is PEM that holds `CERTIFICATE` blocks alone.' },
    ],
  },
];
