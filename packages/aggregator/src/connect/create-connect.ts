/**
 * Connections: requests that are carried over to the agent of a node, to a pod or to an endpoint, after admission.
 *
 *     object, node, address ─ 400, 404, 503      no connection ─ 500 or 503 with the reason
 *     text, answer ─ passed on as it comes       101 ─ both connections joined
 */
import type { Callouts, CalloutTarget } from '@keelson/callouts';
import { badRequest, unexplained } from '@keelson/meta';
import type { Registry } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import type { Metrics } from '@keelson/telemetry';
import type { Connect, ConnectionRequest } from '@keelson/surface';

import { forwardSwitch } from '../proxy/forward-switch.ts';
import { asksToSwitch, headersToSend } from '../proxy/request-headers.ts';
import { locateServer, locateStream, locateText, routeOf, type Location, type LocationParts } from './find-location.ts';
import { createLogMetrics, type LogMetrics } from './log-metrics.ts';
import type { AgentSettings } from './node-agents.ts';
import { endTurn, proxyRequest, queryText, redirectToRoot, remotePathOf } from './proxy-request.ts';
import { createObjectReaders, type ObjectRead } from './read-objects.ts';
import { sendAgentText } from './send-agent-text.ts';

export interface ConnectParts {
  readonly scheme: Scheme;
  readonly registry: Pick<Registry, 'get'>;
  readonly callouts: Pick<Callouts, 'open'>;
  readonly agents: AgentSettings;
  readonly metrics: Pick<Metrics, 'counter'>;
  /** From 0 up to 1. */
  readonly random: () => number;
}

export function createConnect({ scheme, registry, callouts, agents, metrics, random }: ConnectParts): Connect {
  const logs = createLogMetrics(metrics);
  const parts: LocationParts = { read: createObjectReaders(registry, scheme), agents, random };
  return async (request) => {
    const route = routeOf(request.place);
    switch (route.kind) {
      case 'text':
        logs.noteUsage(route.skipsVerification(request.options as never));
        return connectText({ callouts, logs }, request, await locateText(parts, request, route));
      case 'stream':
        return connectStream(callouts, request, await locateStream(parts, request, route));
      default:
        return connectServer(callouts, request, await locateServer(parts, request, route));
    }
  };
}

type Opening = Pick<Callouts, 'open'>;

interface TextParts {
  readonly callouts: Opening;
  readonly logs: LogMetrics;
}

async function connectText(
  { callouts, logs }: TextParts,
  request: ConnectionRequest,
  located: ObjectRead<Location | undefined>,
): Promise<void> {
  if (!located.ok) {
    request.refuse(located.status);
  } else if (located.object === undefined) {
    request.response.writeHead(204);
    request.response.end();
  } else await sendAgentText(callouts, request, located.object, logs);
}

async function connectStream(
  callouts: Opening,
  request: ConnectionRequest,
  located: ObjectRead<Location>,
): Promise<void> {
  if (!located.ok) request.refuse(located.status);
  else if (!isSwitching(request)) request.refuse(badRequest('Upgrade request required'));
  else await switchOver(callouts, request, located.object);
}

async function connectServer(
  callouts: Opening,
  request: ConnectionRequest,
  located: ObjectRead<CalloutTarget>,
): Promise<void> {
  if (!located.ok) {
    request.refuse(located.status);
    return;
  }
  const target = located.object;
  const path = remotePathOf(request);
  if (isSwitching(request)) {
    const asked = `${path === '' ? '/' : path}${queryText(request.incoming.url)}`;
    await switchOver(callouts, request, { target, path: asked });
  } else if (path === '' && isRead(request)) redirectToRoot(request);
  else await proxyRequest(callouts, request, target);
}

function isSwitching({ incoming }: ConnectionRequest): boolean {
  return asksToSwitch(incoming.headers.connection);
}

function isRead({ incoming: { method } }: ConnectionRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function switchOver(callouts: Opening, request: ConnectionRequest, { target, path }: Location): Promise<void> {
  const { incoming, response, pace, refuse } = request;
  const { rawHeaders, connection } = incoming;
  const headers = headersToSend({ rawHeaders, remoteAddress: connection.remoteAddress, auditId: undefined }, true);
  return forwardSwitch(
    callouts,
    { incoming, response, pace, endTurn },
    {
      target: { ...target, http1Only: true },
      path,
      headers,
      refuse: ({ kind, message }) => {
        if (response.destroyed) return;
        refuse(unexplained(kind === 'unreachable' ? `error dialing backend: ${message}` : message));
      },
    },
  );
}
