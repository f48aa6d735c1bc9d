/**
 * Validates `metadata`, the same for all kinds. Paths are relative to it. Fields that the server sets, or that clients
 * may not set, are settled before.
 */
import { type GroupVersionKind, type NameRule, type Report } from '@keelson/schema';
import { labelName, subdomainName } from '../names/name-rule.ts';
import { validateFinalizerOwner, validateFinalizers, validateNoNewFinalizers } from './finalizers.ts';
import { validateAnnotations, validateLabels } from './labels.ts';
import { validateManagedFields, type CheckedEntry } from './managed-fields.ts';
import { timeValue } from './time-value.ts';
import { validateOwnerReferences, type OwnerReference } from './owner-references.ts';

/** The validated part of an object's metadata; empty and absent are the same. */
export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number | bigint;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string | null;
  readonly deletionGracePeriodSeconds?: number | bigint;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly clusterName?: string;
  readonly managedFields?: readonly CheckedEntry[];
}

export interface ObjectMetaRules {
  readonly isNamespaced: boolean;
  /** A DNS subdomain when absent. */
  readonly nameRule?: NameRule;
  /** Kinds that cannot be owners, such as events. */
  readonly bannedOwners?: readonly GroupVersionKind[];
  /** Finalizers need no domain, as in custom resources. */
  readonly hasOpenFinalizers?: boolean;
}

export function validateObjectMeta(meta: ObjectMeta, rules: ObjectMetaRules, report: Report): void {
  validateName(meta, rules.nameRule ?? subdomainName, report);
  validateNamespace(meta.namespace ?? '', rules.isNamespaced, report);
  checkName(meta.clusterName ?? '', 'clusterName', subdomainName, report);
  const { generation = 0 } = meta;
  if (generation < 0) report.invalid('generation', generation, 'must be greater than or equal to 0');
  validateLabels(meta.labels, 'labels', report);
  validateAnnotations(meta.annotations, 'annotations', report);
  validateOwnerReferences(meta.ownerReferences ?? [], rules.bannedOwners ?? [], report);
  validateFinalizers(meta.finalizers ?? [], report);
  validateManagedFields(meta.managedFields ?? [], report);
  if (rules.hasOpenFinalizers !== true) validateFinalizerOwners(meta, report);
}

/** Immutable fields must be unchanged; mutable ones follow the rules of a create. */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  rules: Pick<ObjectMetaRules, 'bannedOwners' | 'hasOpenFinalizers'>,
  report: Report,
): void {
  validateProgress(meta, old, report);
  validateUnchanged(meta, old, report);
  validateLabels(meta.labels, 'labels', report);
  validateAnnotations(meta.annotations, 'annotations', report);
  validateOwnerReferences(meta.ownerReferences ?? [], rules.bannedOwners ?? [], report);
  validateManagedFields(meta.managedFields ?? [], report);
  if (rules.hasOpenFinalizers !== true) validateFinalizerOwners(meta, report);
}

function validateName(meta: ObjectMeta, rule: NameRule, report: Report): void {
  const { name = '', generateName = '' } = meta;
  if (generateName !== '') {
    for (const problem of rule.check(generateName, true)) report.invalid('generateName', generateName, problem);
  }
  if (name === '') report.required('name', 'name or generateName is required');
  else checkName(name, 'name', rule, report);
}

function validateNamespace(namespace: string, isNamespaced: boolean, report: Report): void {
  if (!isNamespaced) {
    if (namespace !== '') report.forbidden('namespace', 'not allowed on this type');
  } else if (namespace === '') {
    report.required('namespace');
  } else {
    checkName(namespace, 'namespace', labelName, report);
  }
}

function checkName(name: string, path: string, rule: NameRule, report: Report): void {
  if (name === '') return;
  for (const problem of rule.check(name, false)) report.invalid(path, name, problem);
}

function validateFinalizerOwners(meta: ObjectMeta, report: Report): void {
  meta.finalizers?.forEach((finalizer, index) => validateFinalizerOwner(finalizer, `finalizers[${index}]`, report));
}

function validateProgress(meta: ObjectMeta, old: ObjectMeta, report: Report): void {
  if (isSet(old.deletionTimestamp)) validateNoNewFinalizers(meta.finalizers ?? [], old.finalizers ?? [], report);
  const { resourceVersion = '', generation = 0 } = meta;
  if (resourceVersion === '') report.invalid('resourceVersion', resourceVersion, 'must be specified for an update');
  if (generation < (old.generation ?? 0)) report.invalid('generation', generation, 'must not be decremented');
}

function validateUnchanged(meta: ObjectMeta, old: ObjectMeta, report: Report): void {
  const immutable = 'field is immutable';
  for (const key of ['name', 'namespace', 'uid'] as const) {
    if ((meta[key] ?? '') !== (old[key] ?? '')) report.invalid(key, meta[key] ?? '', immutable);
  }
  for (const key of ['creationTimestamp', 'deletionTimestamp'] as const) {
    if ((meta[key] ?? null) !== (old[key] ?? null)) report.invalid(key, shownTime(meta, key), immutable);
  }
  const { deletionGracePeriodSeconds: seconds } = meta;
  if (seconds !== old.deletionGracePeriodSeconds) report.invalid('deletionGracePeriodSeconds', seconds, immutable);
}

/** An object was always created at some time. */
function shownTime(meta: ObjectMeta, key: 'creationTimestamp' | 'deletionTimestamp'): unknown {
  return isSet(meta[key]) || key === 'creationTimestamp' ? timeValue(meta[key]) : null;
}

function isSet(time: string | null | undefined): time is string {
  return time !== null && time !== undefined;
}
