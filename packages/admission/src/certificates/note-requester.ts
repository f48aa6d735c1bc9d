/** Sets the requester of a certificate request to the caller. Cannot be turned off: approvers rely on it. */
import type { CertificateSigningRequest } from '@keelson/api';

import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf } from '../request.ts';

export const noteRequester: AdmissionPlugin = {
  name: 'NoteRequester',
  concerns: (request) => isAbout(request, 'certificates', 'certificatesigningrequests') && isOneOf(request, 'create'),
  admit: (request) => {
    const { spec } = objectOf<CertificateSigningRequest>(request);
    const { name, uid = '', groups, extra = {} } = request.caller.user;
    for (const field of ['username', 'uid', 'groups', 'extra'] as const) Reflect.deleteProperty(spec, field);
    spec.username = name;
    if (uid !== '') spec.uid = uid;
    if (groups.length > 0) spec.groups = [...groups];
    const entries = Object.entries(extra).map(([key, values]): [string, string[]] => [key, [...values]]);
    if (entries.length > 0) spec.extra = Object.fromEntries(entries);
    return undefined;
  },
};
