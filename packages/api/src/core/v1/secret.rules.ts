/** The rules for Secrets: what each type of secret has to contain, and what stays. Values never appear in what is reported. */
import { configMapKey } from '@keelson/meta';
import { isJsonNumber, parseJson, type JsonValue, type Report, type ResourceHooks } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import { decodedBytes, maxDataBytes, validateLock } from './immutable-data.ts';
import type { Secret } from './secret.ts';

export const secretRules = [
  'Keys of data consist of letters, digits, `-`, `_` and `.`, and are no path such as `..`.',
  'All values together have at most 1 MiB.',
  'A kubernetes.io/service-account-token names its account in the annotation kubernetes.io/service-account.name.',
  'A kubernetes.io/dockercfg has .dockercfg, a kubernetes.io/dockerconfigjson has .dockerconfigjson; both are JSON objects.',
  'A kubernetes.io/basic-auth has username or password.',
  'A kubernetes.io/ssh-auth has an ssh-privatekey that is not empty.',
  'A kubernetes.io/tls has tls.crt and tls.key.',
  'The type stays.',
  'Once immutable is true, it stays, and so does data.',
];

export const secretHooks: ResourceHooks<Secret> = {
  validateCreate: validateSecret,
  validateUpdate(object, old, report) {
    if (object.type !== old.type) report.invalid('type', object.type ?? '', 'field is immutable');
    validateLock(object, old, ['data'], report);
    validateSecret(object, report);
  },
};

type Data = Readonly<Record<string, string>>;

const accountAnnotation = 'kubernetes.io/service-account.name';

function validateSecret(secret: Secret, report: Report): void {
  const { data = {}, type = '' } = secret;
  let totalBytes = 0;
  for (const [key, value] of Object.entries(data)) {
    reportFormat(report, `data[${key}]`, key, configMapKey);
    totalBytes += decodedBytes(value);
  }
  if (totalBytes > maxDataBytes) report.tooLong('data', '', maxDataBytes);
  if (type === 'kubernetes.io/service-account-token') validateAccount(secret, report);
  else contentRules.get(type)?.(data, report);
}

function validateAccount({ metadata }: Secret, report: Report): void {
  const account = metadata.annotations?.[accountAnnotation] ?? '';
  if (account === '') report.required(`metadata.annotations[${accountAnnotation}]`);
}

const contentRules = new Map<string, (data: Data, report: Report) => void>([
  ['kubernetes.io/dockercfg', (data, report) => requireJson(data, '.dockercfg', report)],
  ['kubernetes.io/dockerconfigjson', (data, report) => requireJson(data, '.dockerconfigjson', report)],
  ['kubernetes.io/basic-auth', requireCredentials],
  ['kubernetes.io/ssh-auth', requirePrivateKey],
  ['kubernetes.io/tls', requireKeyPair],
]);

function requireJson(data: Data, key: string, report: Report): void {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  if (value === undefined) {
    report.required(`data[${key}]`);
    return;
  }
  const problem = problemOfJsonObject(Buffer.from(value, 'base64').toString());
  if (problem !== undefined) report.invalid(`data[${key}]`, '<secret contents redacted>', problem);
}

function problemOfJsonObject(text: string): string | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed.message;
  const found = typeOfJson(parsed.value);
  return found === 'object'
    ? undefined
    : `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`;
}

/** Null goes for an object. */
function typeOfJson(value: JsonValue): string {
  if (isJsonNumber(value)) return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function requireCredentials(data: Data, report: Report): void {
  if (Object.hasOwn(data, 'username') || Object.hasOwn(data, 'password')) return;
  report.required('data[username]');
  report.required('data[password]');
}

function requirePrivateKey(data: Data, report: Report): void {
  if ((data['ssh-privatekey'] ?? '') === '') report.required('data[ssh-privatekey]');
}

function requireKeyPair(data: Data, report: Report): void {
  for (const key of ['tls.crt', 'tls.key']) if (!Object.hasOwn(data, key)) report.required(`data[${key}]`);
}
