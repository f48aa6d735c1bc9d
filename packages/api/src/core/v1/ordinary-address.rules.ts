/** Rules for addresses that others may be sent to: those of one host, beyond its own link (RFC 1122, RFC 4291). */
import { isIPv4Bytes, parseIp, type IpBytes } from '@keelson/meta';
import type { Report } from '@keelson/schema';

export function validateOrdinaryAddress(text: string, path: string, report: Report): void {
  const address = parseIp(text);
  if (address === undefined) {
    report.invalid(path, text, 'must be a valid IP address');
    return;
  }
  for (const { matches, detail } of rangesFor(address)) {
    if (matches(address)) report.invalid(path, text, detail ?? `may not be unspecified (${text})`);
  }
}

export function isOrdinaryAddress(text: string): boolean {
  const address = parseIp(text);
  return address !== undefined && !rangesFor(address).some(({ matches }) => matches(address));
}

function rangesFor(address: IpBytes): readonly Range[] {
  return isIPv4Bytes(address) ? rangesOfIPv4 : rangesOfIPv6;
}

interface Range {
  readonly matches: (address: IpBytes) => boolean;
  /** Absent for the address that stands for none. */
  readonly detail?: string;
}

const isLoopback = 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
const isLinkLocal = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)';
const isLinkLocalMulticast = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)';

/** The four bytes of IPv4 are the last ones. */
const rangesOfIPv4: readonly Range[] = [
  { matches: (address) => address.subarray(12).every((byte) => byte === 0) },
  { matches: (address) => address[12] === 127, detail: isLoopback },
  { matches: (address) => address[12] === 169 && address[13] === 254, detail: isLinkLocal },
  {
    matches: (address) => address[12] === 224 && address[13] === 0 && address[14] === 0,
    detail: isLinkLocalMulticast,
  },
];

const rangesOfIPv6: readonly Range[] = [
  { matches: (address) => address.every((byte) => byte === 0) },
  { matches: (address) => address.every((byte, index) => byte === (index === 15 ? 1 : 0)), detail: isLoopback },
  { matches: (address) => address[0] === 0xfe && ((address[1] ?? 0) & 0xc0) === 0x80, detail: isLinkLocal },
  {
    matches: (address) => address[0] === 0xff && ((address[1] ?? 0) & 0x0f) === 0x02,
    detail: isLinkLocalMulticast,
  },
];
