/** Rules for the paths of an ingress: each has a type, and a form that leaves no doubt about what it matches. */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { validateIngressBackend, type BackendWords } from './ingress-backend.rules.ts';
import type { HTTPIngressPath, HTTPIngressRuleValue } from './ingress.ts';

export function validateIngressPaths(
  http: HTTPIngressRuleValue | undefined,
  words: BackendWords,
  report: Report,
): void {
  if (http === undefined) return;
  report.within('http', () => {
    if ((http.paths ?? []).length === 0) report.required('paths');
    eachItem(report, 'paths', http.paths, (path) => validatePath(path, words, report));
  });
}

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];

function validatePath({ path = '', pathType, backend }: HTTPIngressPath, words: BackendWords, report: Report): void {
  if (pathType === null) {
    report.required('pathType', 'pathType must be specified');
    return;
  }
  if (!pathTypes.includes(pathType)) report.notSupported('pathType', pathType, pathTypes);
  else if (pathType === 'ImplementationSpecific') {
    if (path !== '') validateAbsolute(path, report);
  } else {
    validateAbsolute(path, report);
    validateSimplest(path, report);
  }
  report.within('backend', () => validateIngressBackend(backend, words, report));
}

function validateAbsolute(path: string, report: Report): void {
  if (!path.startsWith('/')) report.invalid('path', path, 'must be an absolute path');
}

const forbiddenParts = ['//', '/./', '/../', '%2f', '%2F'];
const forbiddenEnds = ['/..', '/.'];

function validateSimplest(path: string, report: Report): void {
  for (const part of forbiddenParts) {
    if (path.includes(part)) report.invalid('path', path, `must not contain '${part}'`);
  }
  for (const end of forbiddenEnds) {
    if (path.endsWith(end)) report.invalid('path', path, `cannot end with '${end}'`);
  }
}
