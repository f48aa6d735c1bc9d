/** The client configuration of a webhook: an HTTPS address, or a service of the cluster. */
import { dns1123Subdomain } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { findUrlFault, splitUrl } from './split-url.ts';

/** As each group that has webhooks declares it. */
export interface WebhookClient {
  readonly url?: string;
  readonly service?: WebhookService;
}

interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  readonly port?: number;
}

export function checkWebhookClient({ url, service }: WebhookClient, at: string, report: Report): void {
  if ((url === undefined) === (service === undefined)) {
    report.required(at, 'exactly one of url or service is required');
  } else if (url !== undefined) checkUrl(url, `${at}.url`, report);
  else if (service !== undefined) checkService(service, `${at}.service`, report);
}

const form = '; desired format: https://host[/path]';

function checkUrl(url: string, at: string, report: Report): void {
  const fault = findUrlFault(url);
  if (fault !== undefined) {
    report.required(at, `url must be a valid URL: ${fault}${form}`);
    return;
  }
  const { scheme, user, host, query, fragment } = splitUrl(url);
  if (scheme !== 'https') report.invalid(at, scheme, `'https' is the only allowed URL scheme${form}`);
  if (host === '') report.invalid(at, '', `host must be provided${form}`);
  if (user !== undefined) report.invalid(at, user, 'user information is not permitted in the URL');
  if (fragment !== '') report.invalid(at, fragment, 'fragments are not permitted in the URL');
  if (query !== '') report.invalid(at, query, 'query parameters are not permitted in the URL');
}

function checkService({ name, namespace, path = '', port = 443 }: WebhookService, at: string, report: Report): void {
  if (name === '') report.required(`${at}.name`, 'service name is required');
  if (namespace === '') report.required(`${at}.namespace`, 'service namespace is required');
  if (port < 1 || port > 65_535) {
    report.invalid(`${at}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive');
  }
  checkServicePath(path, `${at}.path`, report);
}

function checkServicePath(path: string, at: string, report: Report): void {
  if (path === '' || path === '/') return;
  if (path === '//') {
    report.invalid(at, path, 'segment[0] may not be empty');
    return;
  }
  if (!path.startsWith('/')) report.invalid(at, path, "must start with a '/'");
  const inner = path.slice(1).replace(/\/$/, '');
  for (const [index, segment] of inner.split('/').entries()) {
    if (segment === '') report.invalid(at, path, `segment[${index}] may not be empty`);
    else {
      for (const problem of dns1123Subdomain.check(segment)) report.invalid(at, path, `segment[${index}]: ${problem}`);
    }
    if (report.isFull) return;
  }
}
