/** Callers with a client certificate: the common name is the user, each organization a group. */
import { unknown } from './authenticator.ts';
import type { Authenticator } from './authenticator.ts';

export const clientCertificateAuthenticator: Authenticator = {
  authenticate({ certificateSubject }) {
    if (certificateSubject === undefined || certificateSubject.commonName === '') return unknown;
    const { commonName, organizations } = certificateSubject;
    return { outcome: 'known', user: { name: commonName, groups: organizations } };
  },
};
