/** The items of a range, by their numbers: addresses of a network, or ports. */
import { formatIp, parseIp, parseNetwork } from '@keelson/meta';

export interface ItemRange {
  /** As operators know it: `10.0.0.0/24`, `30000-32767`. */
  readonly text: string;
  readonly size: number;
  /** Items below this number are given to those who ask for them, as long as there are others. */
  readonly reserved: number;
  readonly placeholder: string;
  itemAt(index: number): string;
  /** -1 for an item that is none of the range. */
  indexOf(item: string): number;
}

/** Items of larger networks of IPv6 would take too much memory to keep account of. */
const mostIPv6 = 65_536;
/** The first address is that of the Service of the API, which may not be there yet when others are made. */
const ofTheApi = 1;
const bytesInAddress = 16;
const hostOffset = 12;

/** Without the address of the network, and without that of broadcasts in IPv4. Throws for what is no network. */
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

/** A sixteenth of the network, but 16 to 256; none of the smallest ones. */
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
