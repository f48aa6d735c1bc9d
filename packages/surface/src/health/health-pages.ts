/** The pages of health: one for each endpoint, and one for each check of it. */
import type { ServerResponse } from 'node:http';

import type { Logger } from '@keelson/telemetry';

import type { Page, PageRequest } from '../pages/page.ts';
import { sendPageNotFound, sendText } from '../respond/send-text.ts';
import { healthEndpoints } from './health.ts';
import type { CheckResult, Health, HealthEndpoint } from './health.ts';
import { isHealthy, printHealth } from './print-health.ts';

export interface HealthPageOptions {
  readonly health: Health;
  readonly logger: Logger;
}

export function healthPages(options: HealthPageOptions): Page[] {
  return healthEndpoints.flatMap((endpoint) => pagesOf(endpoint, options));
}

function pagesOf(endpoint: HealthEndpoint, options: HealthPageOptions): Page[] {
  const { health } = options;
  return [
    { path: `/${endpoint}`, answer: (request, response) => answerAll(endpoint, options, request, response) },
    {
      path: `/${endpoint}/*check`,
      answer: (request, response) => answerOne(endpoint, options, request, response),
      listed: () => health.names(endpoint).map((name) => `/${endpoint}/${name}`),
    },
  ];
}

async function answerAll(
  endpoint: HealthEndpoint,
  { health, logger }: HealthPageOptions,
  { query }: PageRequest,
  response: ServerResponse,
): Promise<void> {
  const excluded = new Set(query.all('exclude'));
  const results = await health.run(endpoint, excluded);
  const report = { endpoint, names: health.names(endpoint), excluded, results };
  if (isHealthy(report)) {
    sendText(response, query.has('verbose') ? printHealth(report) : 'ok', { isNosniff: true });
    return;
  }
  log(logger, endpoint, results);
  sendText(response, printHealth(report), { status: 500, isNosniff: true });
}

async function answerOne(
  endpoint: HealthEndpoint,
  { health, logger }: HealthPageOptions,
  { parts }: PageRequest,
  response: ServerResponse,
): Promise<void> {
  const result = await health.runOne(endpoint, parts['check'] ?? '');
  if (result === undefined) sendPageNotFound(response);
  else if (result.failure === undefined) sendText(response, 'ok');
  else {
    log(logger, endpoint, [{ ...result, isCounted: true }]);
    sendText(response, 'internal server error: reason withheld\n', { status: 500, isNosniff: true });
  }
}

function log(logger: Logger, endpoint: HealthEndpoint, results: readonly CheckResult[]): void {
  const failed = results.filter(({ failure, isCounted }) => failure !== undefined && isCounted);
  logger.warn(`${endpoint} failed`, { checks: failed.map(({ name, failure }) => `${name}: ${failure ?? ''}`) });
}
