/**
 * Addresses that requests of clients are proxied to. Those of this machine and of its links are not among them: who may
 * write the address of a pod or a node would reach what listens there for this server alone.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const refused = new BlockList();
refused.addAddress('0.0.0.0');
refused.addAddress('255.255.255.255');
refused.addSubnet('127.0.0.0', 8);
refused.addSubnet('169.254.0.0', 16);
refused.addSubnet('224.0.0.0', 4);
refused.addAddress('::', 'ipv6');
refused.addAddress('::1', 'ipv6');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addSubnet('ff00::', 8, 'ipv6');

export const notAllowed = 'address not allowed';

export function isProxyableAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !refused.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

export type FoundAddress =
  | { readonly ok: true; readonly address: string }
  /** In the words of 1.24. */
  | { readonly ok: false; readonly message: string };

/**
 * An address of a host, all of whose addresses must be such. The connection goes to this one: a name that is looked up again
 * may have another address by then.
 */
export async function findHostAddress(host: string, look: typeof lookupAll = lookupAll): Promise<FoundAddress> {
  if (isIP(host) !== 0) return isProxyableAddress(host) ? { ok: true, address: host } : refusal(notAllowed);
  try {
    const found = await look(host);
    const [address] = found;
    if (address === undefined) return refusal('No addresses for hostname');
    return found.every(isProxyableAddress) ? { ok: true, address } : refusal(notAllowed);
  } catch {
    return refusal(`lookup ${host}: no such host`);
  }
}

async function lookupAll(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function refusal(message: string): FoundAddress {
  return { ok: false, message };
}
