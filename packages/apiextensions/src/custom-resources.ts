/**
 * Custom resources of a server: follows the definitions, serves what they define, and keeps their status. One handler
 * reads each change of a definition once, for both.
 */
import type { Callouts } from '@keelson/callouts';
import type { Informers, RecordQueue } from '@keelson/informers';
import type { RegistryEngine } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import type { RecordConversion } from './conversion/conversion-metrics.ts';
import { createWebhookConversion } from './conversion/convert-by-webhook.ts';
import { webhookOf } from './conversion/conversion-webhook.ts';
import { startDefinitionController } from './controllers/definition-controller.ts';
import { readDefinition, type CachedDefinition } from './definition/definition.ts';
import type { MakeConversion } from './declare/declare-resources.ts';
import type { OpenapiMetrics } from './serve/openapi-metrics.ts';
import { serveDefinitions } from './serve/serve-definitions.ts';

export interface CustomResourcesParts {
  readonly scheme: Scheme;
  readonly informers: Informers;
  readonly registry: RegistryEngine;
  /** The metrics of work queues. */
  readonly record?: RecordQueue | undefined;
  /** Conversion webhooks are asked over it. Without it, objects are served in the version in which they are stored alone. */
  readonly callouts?: Pick<Callouts, 'call'> | undefined;
  readonly recordConversion?: RecordConversion | undefined;
  /** Is told of each change after which the OpenAPI documents are others. */
  readonly openapiMetrics?: OpenapiMetrics | undefined;
  readonly logger: Logger;
  /** Called after what is served may have changed. */
  readonly onChange?: () => void;
}

export interface CustomResources {
  /**
   * Resolves when all definitions that were there at the time of the call are served here. Rejects as the store fails.
   * Calls share their wait.
   */
  caughtUp(): Promise<void>;
  /** Resolves when the definitions that are there are served, and their objects are in the watch cache. Never rejects. */
  whenLoaded(): Promise<void>;
  /** Resolves when no definition is in work any more. */
  stop(): Promise<void>;
}

export function startCustomResources(parts: CustomResourcesParts): CustomResources {
  const { scheme, informers, registry, record, logger } = parts;
  const [found] = informers.resources.where(({ purpose }) => purpose?.kind === 'customResourceDefinition');
  if (found === undefined) throw new Error('no declared resource holds definitions');
  const definitions = found.stored;
  const informer = informers.informer<unknown>(definitions);
  const served = serveDefinitions({
    scheme,
    registry,
    logger,
    makeConversion: conversionOver(parts, definitions.group),
  });
  const now = (): Date => new Date();
  const controller = startDefinitionController({ scheme, registry, definitions, informer, now, record, logger });

  const { openapiMetrics } = parts;
  const note = (cached: CachedDefinition): void => {
    const definition = readDefinition(cached);
    openapiMetrics?.note(definition);
    served.note(cached, definition);
    controller.note(cached, definition);
    parts.onChange?.();
  };
  const removeHandler = informer.addHandler({
    onAdd: note,
    onUpdate: (_, cached) => note(cached),
    onDelete: (last) => {
      openapiMetrics?.forget(last.name);
      served.forget(last.name);
      controller.forget(last);
      parts.onChange?.();
    },
  });

  return {
    caughtUp: async () => {
      const listed = await found.cache.list({ limit: 1 });
      if (!listed.ok) throw new Error(`the definitions cannot be listed: ${listed.reason}`);
    },
    whenLoaded: async () => {
      await informer.whenSynced();
      await served.whenLoaded();
    },
    stop: () => {
      removeHandler();
      return controller.stop();
    },
  };
}

function conversionOver(
  { callouts, recordConversion }: CustomResourcesParts,
  group: string,
): MakeConversion | undefined {
  if (callouts === undefined) return undefined;
  return (definition) => {
    const webhook = webhookOf(definition);
    if (webhook !== undefined) return createWebhookConversion(webhook, { group, callouts, record: recordConversion });
    const message = `the definition ${definition.metadata.name ?? ''} names no conversion webhook that can be called`;
    return () => Promise.resolve({ ok: false, message, isAnswer: false });
  };
}
