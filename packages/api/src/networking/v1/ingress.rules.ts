/** Prepares and validates writes of ingresses, and warns of the annotation that named their class. */
import { dns1123Subdomain, parseIp, wildcardDns1123Subdomain } from '@keelson/meta';
import { createReport, verbatim, type Report, type ResourceHooks } from '@keelson/schema';

import { loadBalancerRules, validateLoadBalancer } from '../../core/v1/load-balancer-status.rules.ts';
import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { validateIngressBackend, type BackendWords } from './ingress-backend.rules.ts';
import { validateIngressPaths } from './ingress-path.rules.ts';
import { type Ingress, type IngressRule, type IngressSpec, IngressStatus } from './ingress.ts';

export const ingressRules = [
  'There is a defaultBackend, or a rule.',
  'A backend is a service with the name or the number of a port, or another object.',
  'Hosts are DNS names, and may begin with *; paths are absolute, have a type, and are in their simplest form.',
  'Secrets of tls and the class have names of objects; the class is not in an annotation too.',
  ...loadBalancerRules,
];

/** The names of the fields in a version, and what it lets pass. */
export interface IngressForm extends BackendWords {
  readonly defaultBackend: string;
  /** Secrets may have any name, and what follows a wildcard host may be anything. */
  readonly isLenient: boolean;
}

const form: IngressForm = {
  defaultBackend: 'defaultBackend',
  serviceName: 'service.name',
  portName: 'service.port.name',
  portNumber: 'service.port.number',
  isLenient: false,
};

const classAnnotation = 'kubernetes.io/ingress.class';

export const ingressHooks = ingressHooksOf(form);

export function ingressHooksOf(given: IngressForm): ResourceHooks<Ingress> {
  return {
    ...statusHooks(IngressStatus),
    validateCreate(ingress, report) {
      validateSpec(
        ingress.spec,
        { ...given, mayHaveAnySecret: given.isLenient, mayHaveAnyRule: given.isLenient },
        report,
      );
      validateClassOnce(ingress, report);
    },
    validateUpdate({ spec }, { spec: old }, report) {
      const mayHaveAnySecret = given.isLenient || hasFaultySecret(old);
      const mayHaveAnyRule = given.isLenient || hasFaultyWildcardRule(old, given);
      validateSpec(spec, { ...given, mayHaveAnySecret, mayHaveAnyRule }, report);
    },
    validateStatusUpdate: ({ status }, _old, report) =>
      validateLoadBalancer(status.loadBalancer, 'status.loadBalancer', report),
    warnOnCreate: ({ metadata }) =>
      metadata.annotations?.[classAnnotation] === undefined
        ? []
        : [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`],
  };
}

interface SpecForm extends IngressForm {
  readonly mayHaveAnySecret: boolean;
  readonly mayHaveAnyRule: boolean;
}

function validateClassOnce({ metadata, spec }: Ingress, report: Report): void {
  const value = metadata.annotations?.[classAnnotation];
  if (value === undefined || spec.ingressClassName === undefined) return;
  report.invalid(`annotations.${classAnnotation}`, value, 'can not be set when the class field is also set');
}

const noRules = verbatim('[]networking.IngressRule(nil)');

function validateSpec(spec: IngressSpec, words: SpecForm, report: Report): void {
  const { rules = [], defaultBackend, ingressClassName } = spec;
  report.within('spec', () => {
    if (rules.length === 0 && defaultBackend === undefined) {
      report.invalid('', noRules, `either \`${words.defaultBackend}\` or \`rules\` must be specified`);
    }
    if (defaultBackend !== undefined) {
      report.within(words.defaultBackend, () => validateIngressBackend(defaultBackend, words, report));
    }
    eachItem(report, 'rules', rules, (rule) => validateRule(rule, words, report));
    validateTls(spec, words, report);
    if (ingressClassName !== undefined) reportFormat(report, 'ingressClassName', ingressClassName, dns1123Subdomain);
  });
}

function validateRule(rule: IngressRule, words: SpecForm, report: Report): void {
  const { host = '' } = rule;
  if (host !== '') {
    if (parseIp(host) !== undefined) report.invalid('host', host, 'must be a DNS name, not an IP address');
    validateHost(host, 'host', report);
  }
  if (!isWildcard(host) || !words.mayHaveAnyRule) validateIngressPaths(rule.http, words, report);
}

function validateTls({ tls }: IngressSpec, { mayHaveAnySecret }: SpecForm, report: Report): void {
  eachItem(report, 'tls', tls, ({ hosts = [], secretName = '' }) => {
    hosts.forEach((host, index) => validateHost(host, `hosts[${index}]`, report));
    if (!mayHaveAnySecret && secretName !== '') reportFormat(report, 'secretName', secretName, dns1123Subdomain);
  });
}

function validateHost(host: string, path: string, report: Report): void {
  reportFormat(report, path, host, isWildcard(host) ? wildcardDns1123Subdomain : dns1123Subdomain);
}

function isWildcard(host: string): boolean {
  return host.includes('*');
}

/** A stored object may keep it: its owner could not change anything else. */
function hasFaultySecret({ tls = [] }: IngressSpec): boolean {
  return tls.some(({ secretName = '' }) => secretName !== '' && dns1123Subdomain.check(secretName).length > 0);
}

function hasFaultyWildcardRule({ rules = [] }: IngressSpec, words: IngressForm): boolean {
  return rules.some(({ host = '', http }) => {
    if (!isWildcard(host)) return false;
    const report = createReport();
    validateIngressPaths(http, words, report);
    return report.issues.length > 0;
  });
}
