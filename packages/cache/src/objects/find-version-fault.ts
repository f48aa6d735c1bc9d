/**
 * Checks that a stored custom object says of which kind it is, and is in a version that its definition has. Costs a look
 * at its first members.
 */
import { apiVersionBytes, findMember, firstMember, memberName, skipValue, skipWhitespace } from './json-members.ts';

const kindField = memberName('kind');
const quote = 0x22;
/** Of `""`. */
const emptyLength = 2;

/** Such as `example.com/v1`: a check of values that have passed `findObjectFault`. */
export function createFindVersionFault(apiVersions: readonly string[]): (value: Uint8Array) => string | undefined {
  const known = apiVersions.map((apiVersion) => Buffer.from(JSON.stringify(apiVersion)));
  return (value) => {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const kind = kindBytes(bytes);
    if (kind?.[0] !== quote || kind.length === emptyLength) return 'it does not say of which kind it is';
    const apiVersion = apiVersionBytes(bytes);
    if (apiVersion !== undefined && known.some((each) => each.equals(apiVersion))) return undefined;
    const version = apiVersion?.[0] === quote ? String(JSON.parse(apiVersion.toString('utf8'))) : '';
    // With escapes in it, it is the same in other bytes.
    if (apiVersions.includes(version)) return undefined;
    // As kube-apiserver words it.
    return `request to convert CR from an invalid group/version: ${version}`;
  };
}

/** A view of the top-level `kind`, quotes included. */
function kindBytes(bytes: Buffer): Buffer | undefined {
  const value = findMember(bytes, firstMember(bytes, skipWhitespace(bytes, 0)), kindField)?.value;
  return value === undefined ? undefined : bytes.subarray(value, skipValue(bytes, value));
}
