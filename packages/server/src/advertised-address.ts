/** The address that this server advertises to clients in the cluster. */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

type Interfaces = ReturnType<typeof networkInterfaces>;

/** `undefined` where nothing but this machine reaches it. `asked` may be empty. */
export function advertisedAddress(
  asked: string,
  bindAddress: string,
  interfaces: Interfaces = networkInterfaces(),
): string | undefined {
  for (const address of [asked, bindAddress]) {
    if (address !== '' && !isUnspecified(address)) {
      if (!isLocal(address)) return address;
      if (address === asked) return undefined;
    }
  }
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  const others = all.filter(({ internal, address }) => !internal && !isLocal(address));
  return (others.find(({ family }) => family === 'IPv4') ?? others[0])?.address;
}

function isUnspecified(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** Addresses that are no endpoints: those of this machine, and of a single link. */
function isLocal(address: string): boolean {
  if (isIP(address) === 0) return true;
  return /^(?:127\.|169\.254\.|::1$|fe[89ab])/i.test(address);
}
