/** Hands a request that may be carried out to the file of its verb, or to the page at its path. */
import { deprecationWarning, methodNotAllowed, notFound, pathNotFound } from '@keelson/meta';
import type { Verb as VerbName } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import { originOf } from '../audit/origin.ts';
import { sendStatus } from '../respond/send-status.ts';
import { connectVerb } from '../verbs/connect.ts';
import { createVerb } from '../verbs/create.ts';
import { deleteCollectionVerb, deleteVerb } from '../verbs/delete.ts';
import { getVerb } from '../verbs/get.ts';
import { listVerb } from '../verbs/list.ts';
import { patchVerb } from '../verbs/patch.ts';
import { acceptsNothing, statusStyle } from '../verbs/representation.ts';
import { updateVerb } from '../verbs/update.ts';
import type { VerbHandler } from '../verbs/verb.ts';
import { addWarnings } from '../verbs/warnings.ts';
import { watchVerb } from '../verbs/watch.ts';
import type { Chain } from './chain.ts';
import type { Exchange } from '../exchange/exchange.ts';

const verbs: Readonly<Record<VerbName, VerbHandler>> = {
  create: createVerb,
  delete: deleteVerb,
  deletecollection: deleteCollectionVerb,
  get: getVerb,
  list: listVerb,
  patch: patchVerb,
  update: updateVerb,
  watch: watchVerb,
};

export function dispatch(chain: Chain, exchange: Exchange): MaybePromise<void> {
  const { response, info, passage } = exchange;
  // The client left, or was answered, during authorization: nobody receives a response any more.
  if (passage.isOver) return undefined;
  const { context } = chain;
  switch (info.kind) {
    case 'path': {
      passage.showPage();
      return undefined;
    }
    case 'remote': {
      const { group, version } = info;
      const { incoming, user } = exchange;
      if (chain.forward !== undefined) {
        const endTurn = (): void => passage.endTurn();
        // A request that stays open is the other server's work from here on.
        if (exchange.work === 'watch') endTurn();
        return chain.forward({ group, version, incoming, response, user, pace: passage, endTurn });
      }
      sendStatus(exchange, pathNotFound(), statusStyle(exchange, context));
      return undefined;
    }
    case 'noResource': {
      sendStatus(exchange, pathNotFound(), statusStyle(exchange, context));
      return undefined;
    }
    case 'noSubresource': {
      const { resource, name = '' } = info.target;
      const status = notFound({ group: resource.group, resource: resource.plural }, name);
      sendStatus(exchange, status, statusStyle(exchange, context));
      return undefined;
    }
    case 'noVerb': {
      sendStatus(exchange, methodNotAllowed(), statusStyle(exchange, context));
      return undefined;
    }
    case 'connection':
      return connectVerb(exchange, info.target, context);
    case 'resource': {
      noteDeprecated(chain, exchange, info);
      return verbs[info.verb](exchange, info.target, context);
    }
  }
}

/** Deprecated versions are answered with a warning, annotated in the audit log, and reported, if a verb is reached. */
function noteDeprecated({ context, release, onDeprecated }: Chain, exchange: Exchange, info: ResourceRequest): void {
  const { resource, subresource = '' } = info.target;
  const warning = resource.custom?.deprecationWarning ?? deprecationWarning(resource, resource.lifecycle, release);
  if (warning === undefined || acceptsNothing(exchange, context)) return;
  const { response, incoming, user, userAgent } = exchange;
  addWarnings(response, [warning]);
  annotateDeprecated(exchange, context.scheme.domain, resource.lifecycle?.removed);
  if (onDeprecated === undefined) return;
  const [source = ''] = originOf(incoming).sourceIps;
  onDeprecated({ user: user.name, userAgent, source, resource, subresource, verb: info.verb });
}

type ResourceRequest = Extract<Exchange['info'], { readonly kind: 'resource' }>;

/** For operators who look for callers of versions that will be removed. */
function annotateDeprecated({ record }: Exchange, domain: string, removed: string | undefined): void {
  const end = removed === undefined ? {} : { [`${domain}/removed-release`]: removed };
  record?.annotate({ [`${domain}/deprecated`]: 'true', ...end });
}
