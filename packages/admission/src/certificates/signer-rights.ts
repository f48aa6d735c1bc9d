/** Authorization to act for a signer. Signers are virtual resources: they exist in RBAC rules alone. */
import type { AdmissionRequest } from '../plugin.ts';
import type { MayDo } from '../rights.ts';

/** By the name of the signer, or by its domain: `example.com/*`. */
export async function mayUseSigner(
  mayDo: MayDo,
  { caller, place }: AdmissionRequest,
  verb: 'approve' | 'sign',
  signerName: string,
): Promise<boolean> {
  const signer = { verb, group: place.resource.group, resource: 'signers' };
  const [domain = ''] = signerName.split('/', 1);
  return (
    (await mayDo(caller.user, { ...signer, name: signerName })) ||
    (await mayDo(caller.user, { ...signer, name: `${domain}/*` }))
  );
}
