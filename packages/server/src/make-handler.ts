/** Puts the chain together out of what was configured: who is let in, who may do what, how much at once. */
import { createAuthenticate, mastersAuthorizer, openPathsAuthorizer, unionAuthorizer } from '@keelson/auth';
import type { Window } from '@keelson/cache';
import type { Engine } from '@keelson/registry';
import type { Release, Resource, Scheme } from '@keelson/schema';
import {
  createDocuments,
  createHandler,
  createInFlight,
  createRequestMetrics,
  versionInfo,
  type Handler,
  type Health,
} from '@keelson/surface';
import { createMetrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import { isServedBy } from './runtime-config.ts';

/** Whose rules of compatibility, deprecation and default this server follows. */
export const release: Release = '1.24';

/** Say whether the server is well, and which one it is; nothing else. */
const openPaths = ['/healthz', '/livez', '/readyz', '/version'];

export interface HandlerParts {
  readonly scheme: Scheme;
  readonly registry: Engine;
  readonly window: Window;
  readonly health: Health;
}

export function makeHandler(
  configuration: ServerConfiguration,
  { scheme, registry, window, health }: HandlerParts,
): Handler {
  const { callers, limits, logger, showHiddenMetricsFor } = configuration;
  const metrics = createMetrics({
    release,
    logger,
    ...(showHiddenMetricsFor !== undefined && { showHiddenFor: showHiddenMetricsFor }),
  });
  const isServed = isServedBy(configuration.runtimeConfig);
  const served = () => scheme.resources().filter(isServed);
  const version = versionInfo({ release, version: configuration.version });
  const documents = createDocuments({ scheme, metrics, health, version, logger, served });
  const { authenticators, allowsAnonymous, authorizers } = callers;
  const inFlight = createInFlight({ reading: limits.readingInFlight, mutating: limits.mutatingInFlight });
  const measured = createRequestMetrics({ metrics, release, inFlight, storedObjects: () => countObjects(registry) });
  return createHandler({
    context: {
      registry,
      scheme,
      derive: (object, encoding) => window.derive(object, encoding),
      bodyLimitBytes: limits.bodyBytes,
      minWatchTimeoutMs: limits.minWatchTimeoutMs,
      watchEvents: measured.watchEvents,
      random: Math.random,
      now: () => new Date(),
      logger,
    },
    routes: { scheme, isServed },
    authenticate: createAuthenticate({ authenticators, allowsAnonymous }),
    authorizer: unionAuthorizer([mastersAuthorizer, openPathsAuthorizer(openPaths), ...authorizers]),
    inFlight,
    onRequest: measured.onRequest,
    requestTimeoutMs: limits.requestTimeoutMs,
    release,
    documents: documents.handle,
  });
}

function* countObjects(registry: Engine): Iterable<readonly [resource: string, count: number]> {
  for (const { stored, window } of registry.stores()) yield [groupResource(stored), window.objectCount()];
}

/** `jobs.batch`, and `pods` for what is of no group. */
function groupResource({ plural, group }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
