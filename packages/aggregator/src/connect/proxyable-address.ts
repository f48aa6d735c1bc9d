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

/** All addresses of a host must be such. Resolves to why it is none, in the words of 1.24. */
export async function findHostFault(host: string): Promise<string | undefined> {
  if (isIP(host) !== 0) return isProxyableAddress(host) ? undefined : notAllowed;
  try {
    const found = await lookup(host, { all: true });
    if (found.length === 0) return 'No addresses for hostname';
    return found.every(({ address }) => isProxyableAddress(address)) ? undefined : notAllowed;
  } catch {
    return `lookup ${host}: no such host`;
  }
}
