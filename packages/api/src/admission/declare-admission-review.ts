/** AdmissionReview: request to an admission webhook, and its response. The same in both versions. */
import {
  bool,
  bytes,
  field,
  kind,
  list,
  map,
  message,
  optional,
  rawExtension,
  required,
  string,
  usually,
} from '@keelson/schema';

import { UserInfo } from '../authentication/v1/token-review.ts';
import { GroupVersionKind, GroupVersionResource } from '../meta/v1/group-version-kind.ts';
import { Status } from '../meta/v1/status.ts';

export function declareAdmissionReview(version: 'v1' | 'v1beta1') {
  const name = (part: string) => `io.k8s.api.admission.${version}.${part}`;
  const AdmissionRequest = message(
    name('AdmissionRequest'),
    {
      uid: required(1, string, { about: 'Tells this review apart from others; the answer repeats it.' }),
      kind: required(2, GroupVersionKind, { about: 'What the object is, as it is sent to the webhook.' }),
      resource: required(3, GroupVersionResource, { about: 'The resource, as it is sent to the webhook.' }),
      subResource: field(4, string, { about: 'The subresource, if the request is about one.' }),
      requestKind: optional(13, GroupVersionKind, { about: 'What the object was when the client sent it.' }),
      requestResource: optional(14, GroupVersionResource, { about: 'The resource that the client named.' }),
      requestSubResource: field(15, string, { about: 'The subresource that the client named.' }),
      name: field(5, string, { about: 'Name of the object; empty where the server is still to make one.' }),
      namespace: field(6, string, { about: 'Namespace of the request, if it has one.' }),
      operation: required(7, usually('CREATE', 'UPDATE', 'DELETE', 'CONNECT'), { about: 'What is to be done.' }),
      userInfo: required(8, UserInfo, { about: 'Who asks for it.' }),
      object: field(9, rawExtension, { about: 'The object as it is to be stored.' }),
      oldObject: field(10, rawExtension, { about: 'The object as it is stored now; for updates and deletes.' }),
      dryRun: optional(11, bool, { about: 'Nothing will be stored, and nothing else may be changed either.' }),
      options: field(12, rawExtension, { about: 'The options of the request, such as CreateOptions.' }),
    },
    { about: 'A request that waits for the answer of a webhook.' },
  );
  const AdmissionResponse = message(
    name('AdmissionResponse'),
    {
      uid: required(1, string, { about: 'The uid of the review that is answered.' }),
      allowed: required(2, bool, { about: 'Whether the request may go on.' }),
      status: optional(3, Status, { about: 'Why not, in the form of a Status.' }),
      patch: field(4, bytes, { about: 'A change to the object, in the form that patchType names.' }),
      patchType: optional(5, usually('JSONPatch'), { about: 'The form of the patch; only JSONPatch is known.' }),
      auditAnnotations: field(6, map(string), { about: 'Added to the audit event, under the name of the webhook.' }),
      warnings: field(7, list(string), { about: 'Texts for the client, a Warning header each.' }),
    },
    { about: 'What a webhook says to a request.' },
  );
  return kind(
    name('AdmissionReview'),
    {
      request: optional(1, AdmissionRequest, { about: 'The request; set by the server.' }),
      response: optional(2, AdmissionResponse, { about: 'The answer; set by the webhook.' }),
    },
    { about: 'What a server asks its admission webhooks, and what they answer.' },
  );
}
