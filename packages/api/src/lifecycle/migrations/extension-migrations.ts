/** Migrations of the kinds that extend the API: webhook configurations and definitions of custom resources. */
import { isAbsent, itemsAt, valueAt, type Migration, type NotableChange, type OldObject } from './migration.ts';

type Decide = NonNullable<NotableChange['decide']>;

/** About a field of each webhook that was left to its default. */
const ofWebhooks =
  (field: string, advice: string): Decide =>
  (object) =>
    itemsAt(object, 'webhooks').flatMap(([webhook, at]) =>
      isAbsent(valueAt(webhook, field)) ? [`${at}.${field}: ${advice}`] : [],
    );

function unclearSideEffects(object: OldObject): readonly string[] {
  return itemsAt(object, 'webhooks').flatMap(([webhook, at]) => {
    const said = valueAt(webhook, 'sideEffects') ?? 'Unknown';
    const isClear = said === 'None' || said === 'NoneOnDryRun';
    return isClear ? [] : [`${at}.sideEffects: find out if it is None or NoneOnDryRun; nothing else is allowed`];
  });
}

function repeatedNames(object: OldObject): readonly string[] {
  const seen = new Set<unknown>();
  return itemsAt(object, 'webhooks').flatMap(([webhook, at]) => {
    const name = valueAt(webhook, 'name');
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [`${at}.name: occurs twice; give each webhook a name of its own`] : [];
  });
}

/** A version without a schema, its own or that of all. */
function lackingSchemas(object: OldObject): readonly string[] {
  const isForAll = !isAbsent(valueAt(object, 'spec.validation.openAPIV3Schema'));
  if (isForAll) return [];
  const versions = itemsAt(object, 'spec.versions');
  const all = versions.length === 0 ? [[undefined, 'spec.versions[0]'] as const] : versions;
  return all.flatMap(([version, at]) =>
    isAbsent(valueAt(version, 'schema.openAPIV3Schema'))
      ? [`${at}.schema.openAPIV3Schema: write a structural schema`]
      : [],
  );
}

function keepsUnknownFields(object: OldObject): readonly string[] {
  if (valueAt(object, 'spec.preserveUnknownFields') === false) return [];
  return [
    'spec.preserveUnknownFields: must be false for new definitions; say x-kubernetes-preserve-unknown-fields: true in the schema where unknown fields are to stay',
  ];
}

function unsaidReviewVersions(object: OldObject): readonly string[] {
  if (valueAt(object, 'spec.conversion.strategy') !== 'Webhook') return [];
  const path = 'spec.conversion.conversionReviewVersions';
  return isAbsent(valueAt(object, path)) ? [`${path}: becomes [v1beta1]; find out if the webhook knows v1`] : [];
}

export const extensionMigrations: readonly Migration[] = [
  {
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    from: ['admissionregistration.{domain}/v1beta1'],
    changes: [
      {
        text: '`failurePolicy` is `Fail` by default. It used to be `Ignore`, which the conversion writes out.',
        decide: ofWebhooks('failurePolicy', 'stays Ignore; the default of v1 is Fail'),
      },
      {
        text: '`matchPolicy` is `Equivalent` by default. It used to be `Exact`, which the conversion writes out.',
        decide: ofWebhooks('matchPolicy', 'stays Exact; the default of v1 is Equivalent'),
      },
      {
        text: '`timeoutSeconds` is 10 by default. It used to be 30, which the conversion writes out.',
        decide: ofWebhooks('timeoutSeconds', 'stays 30; the default of v1 is 10'),
      },
      {
        text: '`sideEffects` is required, and only `None` and `NoneOnDryRun` are allowed.',
        decide: unclearSideEffects,
      },
      {
        text: '`admissionReviewVersions` is required; `v1` and `v1beta1` are sent. The conversion writes `v1beta1`.',
        decide: ofWebhooks('admissionReviewVersions', 'becomes [v1beta1]; find out if the webhook knows v1'),
      },
      { text: 'Each `name` occurs once in the list.', decide: repeatedNames },
    ],
  },
  {
    kinds: ['CustomResourceDefinition'],
    from: ['apiextensions.{domain}/v1beta1'],
    changes: [
      {
        text: '`spec.scope` has no default any more. The conversion writes `Namespaced`, which it used to be.',
        decide: (object) =>
          isAbsent(valueAt(object, 'spec.scope')) ? ['spec.scope: becomes Namespaced, as it was by default'] : [],
      },
      { text: '`spec.version` is gone; `spec.versions` has all of them.' },
      {
        text: '`spec.validation`, `spec.subresources` and `spec.additionalPrinterColumns` are said for each version, as `schema`, `subresources` and `additionalPrinterColumns`.',
      },
      {
        text: '`spec.conversion.webhookClientConfig` is called `spec.conversion.webhook.clientConfig`, and `conversionReviewVersions` is beside it and required.',
        decide: unsaidReviewVersions,
      },
      {
        text: '`schema.openAPIV3Schema` is required for each version, and structural.',
        decide: lackingSchemas,
      },
      {
        text: '`spec.preserveUnknownFields: true` is not allowed for new definitions, and was the default; `x-kubernetes-preserve-unknown-fields: true` in the schema takes its place.',
        decide: keepsUnknownFields,
      },
      { text: '`JSONPath` of a printer column is called `jsonPath`.' },
    ],
  },
];
