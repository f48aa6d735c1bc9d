/** Rules for environment variables: their names and where their values come from. */
import { configMapKey, dns1123Subdomain, envVarName, subdomainName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { EnvFromSource, EnvVar, EnvVarSource } from './env-var.ts';
import { envFields, validateFieldSelector, validateResourceSelector } from './field-selector.rules.ts';

export function validateEnv(env: readonly EnvVar[] | undefined, report: Report): void {
  eachItem(report, 'env', env, ({ name, value = '', valueFrom }) => {
    if (name === '') report.required('name');
    else reportFormat(report, 'name', name, envVarName);
    if (valueFrom === undefined) return;
    report.within('valueFrom', () => {
      const count = validateSource(valueFrom, report);
      if (count === 0) report.invalid('', '', `must specify one of: ${sources}`);
      if (value !== '') {
        if (count > 0) report.invalid('', '', 'may not be specified when `value` is not empty');
      } else if (count > 1) {
        report.invalid('', '', 'may not have more than one field specified at a time');
      }
    });
  });
}

const sources = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`';

/** Returns the number of sources that are set. */
function validateSource(source: EnvVarSource, report: Report): number {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source;
  if (fieldRef !== undefined) validateFieldSelector(fieldRef, envFields, 'fieldRef', report);
  if (resourceFieldRef !== undefined) {
    validateResourceSelector(resourceFieldRef, { path: 'resourceFieldRef', isInVolume: false }, report);
  }
  if (configMapKeyRef !== undefined) validateKey(configMapKeyRef, 'configMapKeyRef', report);
  if (secretKeyRef !== undefined) validateKey(secretKeyRef, 'secretKeyRef', report);
  return [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef].filter((given) => given !== undefined).length;
}

interface KeySelector {
  readonly name?: string;
  readonly key: string;
}

function validateKey({ name = '', key }: KeySelector, path: string, report: Report): void {
  reportFormat(report, `${path}.name`, name, dns1123Subdomain);
  if (key === '') report.required(`${path}.key`);
  else reportFormat(report, `${path}.key`, key, configMapKey);
}

export function validateEnvFrom(envFrom: readonly EnvFromSource[] | undefined, report: Report): void {
  envFrom?.forEach(({ prefix = '', configMapRef, secretRef }, index) => {
    report.within(`envFrom[${index}]`, () => {
      if (prefix !== '') reportFormat(report, 'prefix', prefix, envVarName);
      if (configMapRef !== undefined) validateReference(configMapRef.name ?? '', 'configMapRef.name', report);
      if (secretRef !== undefined) validateReference(secretRef.name ?? '', 'secretRef.name', report);
    });
    const count = [configMapRef, secretRef].filter((given) => given !== undefined).length;
    if (count === 0) report.invalid('envFrom', '', 'must specify one of: `configMapRef` or `secretRef`');
    if (count > 1) report.invalid('envFrom', '', 'may not have more than one field specified at a time');
  });
}

function validateReference(name: string, path: string, report: Report): void {
  if (name === '') report.required(path);
  // Clients see a name taken here that ends in a dash, as one that is yet to be completed.
  else for (const problem of subdomainName.check(name, true)) report.invalid(path, name, problem);
}
