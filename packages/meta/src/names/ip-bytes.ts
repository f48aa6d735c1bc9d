/** Addresses and networks as bytes, to compare them. IPv4 has its place in IPv6 (RFC 4291, section 2.5.5.2). */
import { parseAddress } from './network.ts';

/** Sixteen bytes. */
export type IpBytes = Uint8Array;

export interface Network {
  readonly address: IpBytes;
  /** Of the sixteen bytes: an IPv4 network of /8 has 104. */
  readonly prefixBits: number;
  readonly isIPv4: boolean;
}

const bytesInAddress = 16;
const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const mappedBits = 96;

export function parseIp(text: string): IpBytes | undefined {
  const version = parseAddress(text);
  if (version === 0) return undefined;
  return Uint8Array.from(version === 4 ? [...mappedPrefix, ...bytesOfIPv4(text)] : bytesOfIPv6(text));
}

/** The one text of an address (RFC 5952). */
export function formatIp(address: IpBytes): string {
  if (isIPv4Bytes(address)) return address.subarray(mappedPrefix.length).join('.');
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((address[2 * index] ?? 0) << 8) | (address[2 * index + 1] ?? 0)).toString(16),
  );
  const text = groups.join(':');
  const longest = [...text.matchAll(/\b0(?::0)+\b/g)].reduce(
    (best, { 0: run, index }) => (run.length > best.length ? { at: index, length: run.length } : best),
    { at: 0, length: 0 },
  );
  if (longest.length === 0) return text;
  const [before, after] = [text.slice(0, longest.at), text.slice(longest.at + longest.length)];
  return `${before.replace(/:$/, '')}::${after.replace(/^:/, '')}`;
}

export function parseNetwork(text: string): Network | undefined {
  const slash = text.lastIndexOf('/');
  const bits = text.slice(slash + 1);
  const version = slash < 0 ? 0 : parseAddress(text.slice(0, slash));
  if (version === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return undefined;
  const prefixBits = Number(bits) + (version === 4 ? mappedBits : 0);
  const address = parseIp(text.slice(0, slash));
  return address && { address: maskOf(address, prefixBits), prefixBits, isIPv4: version === 4 };
}

export function isIPv4Bytes(address: IpBytes): boolean {
  return mappedPrefix.every((byte, index) => address[index] === byte);
}

export function containsAddress({ address, prefixBits, isIPv4 }: Network, other: IpBytes): boolean {
  const masked = maskOf(other, prefixBits);
  return isIPv4 === isIPv4Bytes(other) && masked.every((byte, index) => byte === address[index]);
}

function maskOf(address: IpBytes, prefixBits: number): IpBytes {
  return address.map((byte, index) => {
    const kept = Math.min(Math.max(prefixBits - 8 * index, 0), 8);
    return byte & (0xff << (8 - kept));
  });
}

function bytesOfIPv4(text: string): number[] {
  return text.split('.').map(Number);
}

function bytesOfIPv6(text: string): number[] {
  const [before = '', after] = text.split('::');
  const start = bytesOfGroups(before);
  if (after === undefined) return start;
  const end = bytesOfGroups(after);
  return [...start, ...new Array<number>(bytesInAddress - start.length - end.length).fill(0), ...end];
}

function bytesOfGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return bytesOfIPv4(group);
    const value = parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
