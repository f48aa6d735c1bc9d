/** The rules for the subjects of flow schemas. */
import { dns1123Label, dns1123Subdomain } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type { Subject } from './subject.ts';

/** Every name of a service account. */
const anyName = '*';

/** In the order in which those that do not belong are reported. */
const forms = [
  { kind: 'ServiceAccount', key: 'serviceAccount' },
  { kind: 'User', key: 'user' },
  { kind: 'Group', key: 'group' },
] as const;

export function validateSubject(subject: Subject, report: Report): void {
  const form = forms.find(({ kind }) => kind === subject.kind);
  if (form === undefined) {
    report.notSupported('kind', subject.kind, ['Group', 'ServiceAccount', 'User']);
    return;
  }
  const { kind, key } = form;
  const chosen = subject[key];
  if (chosen === undefined) report.required(key, `${key} is required when subject kind is '${kind}'`);
  else if (chosen.name === '') report.required(`${key}.name`);
  const account = key === 'serviceAccount' ? subject.serviceAccount : undefined;
  if (account !== undefined) report.within(key, () => validateServiceAccount(account, report));
  for (const other of forms) {
    if (other === form || subject[other.key] === undefined) continue;
    report.forbidden(other.key, `${other.key} is forbidden when subject kind is not '${other.kind}'`);
  }
}

function validateServiceAccount({ name, namespace }: NonNullable<Subject['serviceAccount']>, report: Report): void {
  if (name !== '' && name !== anyName) reportFormat(report, 'name', name, dns1123Subdomain);
  if (namespace === '') report.required('namespace', 'must specify namespace for service account');
  else reportFormat(report, 'namespace', namespace, dns1123Label);
}
