/** Starts controllers that this process leads, each with a client and an event recorder of its own, and ends them. */
import type { ControlledKinds } from '@keelson/api';
import type { Informers, RecordQueue, RegisteredResources } from '@keelson/informers';
import type { Caller } from '@keelson/registry';
import type { Logger } from '@keelson/telemetry';

import type { ControllerClient } from '../client/controller-client.ts';
import { accountCaller } from '../client/registry-client.ts';
import type { VersionsOfKinds } from '../client/served-version.ts';
import type { ControllerClock } from '../controller-clock.ts';
import { createEventRecorder } from '../events/event-recorder.ts';
import type { EmptyNamespace } from './empty-namespace.ts';
import type { ClusterCredentials } from './cluster-credentials.ts';
import type { ControllerContext, ControllerDefinition, LedController } from './definition.ts';

export interface DefinitionsParts {
  readonly definitions: readonly ControllerDefinition[];
  readonly kinds: ControlledKinds;
  readonly scheme: VersionsOfKinds;
  readonly informers: Informers;
  /** Those of the informers if absent. */
  readonly resources?: RegisteredResources | undefined;
  /** Its writes are those of the caller, and are made only while this process leads. */
  readonly clientOf: (caller: Caller) => ControllerClient;
  readonly emptyNamespace: EmptyNamespace;
  readonly workers?: ReadonlyMap<string, number> | undefined;
  readonly record?: RecordQueue | undefined;
  readonly clock: ControllerClock;
  readonly random?: (() => number) | undefined;
  readonly logger: Logger;
  readonly gatesOff?: ReadonlySet<string> | undefined;
  readonly credentials?: ClusterCredentials | undefined;
  readonly settings?: ReadonlyMap<string, number> | undefined;
}

/** Starts controllers, and adds each to `running` by its name. Returns a function that stops them. */
export function startDefinitions(parts: DefinitionsParts, running: Map<string, LedController>): () => Promise<void> {
  const closings: (() => Promise<void>)[] = [];
  for (const definition of parts.definitions) {
    const { context, close } = contextOf(parts, definition);
    closings.push(close);
    try {
      running.set(definition.name, definition.start(context));
    } catch (error) {
      // The others run all the same.
      parts.logger.error('A controller could not be started', { controller: definition.name, error });
    }
  }
  return async () => {
    const stopping = [...running.values()].map((controller) => controller.stop());
    running.clear();
    await Promise.all(stopping);
    await Promise.all(closings.map((close) => close()));
  };
}

function contextOf(
  parts: DefinitionsParts,
  definition: ControllerDefinition,
): { readonly context: ControllerContext; readonly close: () => Promise<void> } {
  const { account, component = account, name, user, workers } = definition;
  const { kinds, scheme, informers, record, clock, logger, random = Math.random, gatesOff = new Set() } = parts;
  const client = parts.clientOf(accountCaller(account, user));
  const events = createEventRecorder({ client, events: kinds.events, component, clock, logger });
  const context: ControllerContext = {
    kinds,
    scheme,
    informers,
    resources: parts.resources ?? informers.resources,
    client,
    clientOf: parts.clientOf,
    events,
    emptyNamespace: parts.emptyNamespace,
    workers: parts.workers?.get(name) ?? workers,
    record,
    clock,
    random,
    logger,
    gatesOff,
    credentials: parts.credentials,
    settings: parts.settings,
  };
  return { context, close: () => events.close() };
}
