/** Validates name resolution of a pod: DNS config and host aliases. */
import { dns1123Subdomain, ipAddress } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { isGateOn } from '../../feature-gates/is-gate-on.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { HostAlias, PodDNSConfig } from './pod-spec.ts';

// Limits of the Linux resolver, and of newer ones.
const maxNameservers = 3;
const searchLimits = { paths: 6, length: 256 };
const expandedLimits = { paths: 32, length: 2_048 };

const mustBeIp = 'must be valid IP address';

/** With `dnsPolicy` None (`isOnlySource`), `config` has to name at least one nameserver. */
export function validateDnsConfig(config: PodDNSConfig | undefined, isOnlySource: boolean, report: Report): void {
  if (config === undefined) {
    if (isOnlySource) report.required('dnsConfig', 'must provide `dnsConfig` when `dnsPolicy` is None');
    return;
  }
  const { nameservers = [], searches = [], options = [] } = config;
  if (isOnlySource && nameservers.length === 0) {
    const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
    report.required('dnsConfig.nameservers', detail);
    return;
  }
  report.within('dnsConfig', () => {
    validateNameservers(nameservers, report);
    validateSearches(searches, report);
    options.forEach(({ name = '' }, index) => {
      if (name === '') report.required(`options[${index}]`, 'must not be empty');
    });
  });
}

function validateNameservers(nameservers: readonly string[], report: Report): void {
  if (nameservers.length > maxNameservers) {
    report.invalid('nameservers', nameservers, `must not have more than ${maxNameservers} nameservers`);
  }
  nameservers.forEach((address, index) => {
    if (!isIp(address)) report.invalid(`nameservers[${index}]`, address, mustBeIp);
  });
}

function validateSearches(searches: readonly string[], report: Report): void {
  const { paths, length } = isGateOn(report, 'ExpandedDNSConfig') ? expandedLimits : searchLimits;
  if (searches.length > paths) {
    report.invalid('searches', searches, `must not have more than ${paths} search paths`);
  }
  if (searches.join(' ').length > length) {
    const detail = `must not have more than ${length} characters (including spaces) in the search list`;
    report.invalid('searches', searches, detail);
  }
  searches.forEach((search, index) => {
    reportFormat(report, `searches[${index}]`, search.replace(/\.$/, ''), dns1123Subdomain);
  });
}

/** Clients know these paths without the index. */
export function validateHostAliases(aliases: readonly HostAlias[] | undefined, report: Report): void {
  for (const { ip = '', hostnames = [] } of aliases ?? []) {
    if (!isIp(ip)) report.invalid('hostAliases.ip', ip, mustBeIp);
    for (const name of hostnames) reportFormat(report, 'hostAliases.hostnames', name, dns1123Subdomain);
  }
}

function isIp(text: string): boolean {
  return ipAddress.check(text).length === 0;
}
