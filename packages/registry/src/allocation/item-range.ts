/** Numbered items of a range: the addresses of a network, or ports. */
import { formatIp, parseIp, parseNetwork } from '@keelson/meta';

export interface ItemRange {
  /** As in the flag: `10.0.0.0/24`, `30000-32767`. */
  readonly text: string;
  readonly size: number;
  /** Items below this number are the static band: allocated dynamically only when all others are in use. */
  readonly reserved: number;
  readonly placeholder: string;
  itemAt(index: number): string;
  /** -1 for an item outside the range. */
  indexOf(item: string): number;
}

/** The limit of items of an IPv6 network, as an account keeps one byte for each. */
const mostIPv6 = 65_536;
/** The first address belongs to the Service `kubernetes`, which may be created after other Services. */
const ofTheApi = 1;
const bytesInAddress = 16;
const hostOffset = 12;

/** The network address is left out, and in IPv4 the broadcast address, too. Throws if `text` is not a network. */
export function addressRange(text: string, reservesStatic: boolean): ItemRange {
  const network = parseNetwork(text);
  if (network === undefined) throw new Error(`${text} is no network`);
  const { address, isIPv4 } = network;
  const bits = bytesInAddress * 8 - network.prefixBits;
  const addresses = bits >= 31 ? 2 ** 31 : 2 ** bits;
  const size = Math.max(0, isIPv4 ? addresses - 2 : Math.min(addresses, mostIPv6) - 1);
  const first = new DataView(address.buffer, address.byteOffset).getUint32(hostOffset) + 1;
  const upper = Buffer.from(address.subarray(0, hostOffset));
  return {
    text,
    size,
    reserved: Math.max(ofTheApi, reservesStatic ? reservedOf(addresses) : 0),
    placeholder: formatIp(address),
    itemAt: (index) => {
      const bytes = Uint8Array.from(address);
      new DataView(bytes.buffer).setUint32(hostOffset, first + index);
      return formatIp(bytes);
    },
    indexOf: (item) => {
      const bytes = parseIp(item);
      if (bytes === undefined || !upper.equals(bytes.subarray(0, hostOffset))) return -1;
      const index = new DataView(bytes.buffer).getUint32(hostOffset) - first;
      return index >= 0 && index < size ? index : -1;
    },
  };
}

/** The size of the static band: a sixteenth of the network, from 16 to 256; 0 for networks of up to 16 addresses. */
function reservedOf(addresses: number): number {
  return addresses <= 16 ? 0 : Math.min(Math.max(Math.floor(addresses / 16), 16), 256);
}

export interface PortBounds {
  readonly first: number;
  readonly last: number;
}

export function portRange({ first, last }: PortBounds): ItemRange {
  const size = last - first + 1;
  return {
    text: `${first}-${last}`,
    size,
    reserved: 0,
    placeholder: String(first),
    itemAt: (index) => String(first + index),
    indexOf: (item) => {
      const index = Number(item) - first;
      return index >= 0 && index < size ? index : -1;
    },
  };
}
