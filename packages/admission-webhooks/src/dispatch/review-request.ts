/** One admission request as webhooks are told of it: the parts that are the same for all of them. */
import type { AdmissionRequest, ObjectForm } from '@keelson/admission';
import type { RequestTarget } from '@keelson/meta';
import { reviewOf, type Resource, type Scheme } from '@keelson/schema';

import type { LabelsOf, MatchRequest, ReviewOperation } from '../contract.ts';
import type { PrintedRequest } from '../review/print-review.ts';

const operations: Readonly<Record<AdmissionRequest['operation'], ReviewOperation>> = {
  create: 'CREATE',
  update: 'UPDATE',
  delete: 'DELETE',
  connect: 'CONNECT',
};

export function operationOf({ operation }: AdmissionRequest): ReviewOperation {
  return operations[operation];
}

const unreviewed: ReadonlySet<string> = new Set<NonNullable<Resource['purpose']>['kind']>([
  'mutatingWebhooks',
  'validatingWebhooks',
  'deprecatedRequest',
]);

/**
 * Webhook configurations are not reviewed, since one that refuses them could never be taken away; nor are reports that
 * the server writes for itself, and questions to this server, such as who somebody is and what they may do.
 */
export function isReviewed({ place }: AdmissionRequest): boolean {
  const { resource } = place;
  const purpose = resource.purpose?.kind;
  if (purpose !== undefined && unreviewed.has(purpose)) return false;
  return place.subresource !== undefined || reviewOf(resource) === undefined;
}

export function printedRequestOf(request: AdmissionRequest): PrintedRequest {
  const { place, isDryRun, caller, options } = request;
  const { group, version, plural } = place.resource;
  const { kind, group: kindGroup, version: kindVersion } = formAt(place.resource, place.subresource);
  const stated = options?.();
  return {
    operation: operationOf(request),
    subresource: place.subresource ?? '',
    name: nameOf(request),
    namespace: namespaceOf(request),
    user: caller.user,
    isDryRun,
    requestKind: { group: kindGroup, version: kindVersion, kind },
    requestResource: { group, version, plural },
    options: stated === undefined ? 'null' : JSON.stringify(stated),
  };
}

/** The kind of the objects at a place: that of a subresource where it has its own. */
export function formAt(resource: Resource, subresource: string | undefined): ObjectForm {
  const servedAs = subresource === undefined ? undefined : resource.subresources[subresource]?.servedAs;
  if (servedAs !== undefined) return servedAs;
  return formOf(resource);
}

const forms = new WeakMap<Resource, ObjectForm>();

function formOf(resource: Resource): ObjectForm {
  let form = forms.get(resource);
  if (form === undefined) {
    const { group, version, kind, message } = resource;
    forms.set(resource, (form = { group, version, kind, message, resource }));
  }
  return form;
}

function nameOf({ name, place, object }: AdmissionRequest): string {
  return name ?? place.name ?? object?.metadata.name ?? '';
}

/** The namespace of a namespace is itself. */
export function namespaceOf(request: AdmissionRequest): string {
  const { resource, namespace = '' } = request.place;
  return resource.purpose?.kind === 'namespace' ? nameOf(request) : namespace;
}

export function matchRequestOf(request: AdmissionRequest): MatchRequest {
  const { place, object, old } = request;
  const { group, version, plural } = place.resource;
  return {
    operation: operationOf(request),
    resource: { group, version, plural },
    subresource: place.subresource ?? '',
    namespace: namespaceOf(request),
    labels: labelsOf(object),
    oldLabels: labelsOf(old),
  };
}

const none: LabelsOf = Object.freeze({});

/** Objects without metadata, such as the options of a connection, have no labels to be selected by. */
function labelsOf(object: AdmissionRequest['old']): LabelsOf | undefined {
  const metadata = object?.metadata as { readonly labels?: LabelsOf | null } | undefined;
  return metadata === undefined ? undefined : (metadata.labels ?? none);
}

/** The form that a webhook is sent, by the name of the resource that it was matched with. */
export function formOfTarget(scheme: Scheme, place: RequestTarget, target: MatchRequest['resource']): ObjectForm {
  const { group, version, plural } = place.resource;
  const isSame = target.version === version && target.group === group && target.plural === plural;
  const resource = isSame ? place.resource : scheme.resource(target.group, target.version, target.plural);
  if (resource === undefined) throw new Error(`${target.plural} of ${target.group}/${target.version} are gone`);
  return formAt(resource, place.subresource);
}
