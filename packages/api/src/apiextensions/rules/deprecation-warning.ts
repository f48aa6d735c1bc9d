/** The warning that clients of a deprecated version get: one line in a header. */
const longestBytes = 256;
/** Printable characters: letters, marks, numbers, punctuation, symbols and the space of ASCII. */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

export function findWarningFaults(isDeprecated: boolean, warning: string | undefined): string[] {
  if (warning === undefined) return [];
  if (!isDeprecated) return ['can only be set for deprecated versions'];
  const faults: string[] = [];
  if (Buffer.byteLength(warning) > longestBytes) faults.push(`must be <= ${longestBytes} characters long`);
  if (warning === '') faults.push('must not be an empty string');
  const at = unprintable.exec(warning)?.index;
  if (at !== undefined) {
    const index = Buffer.byteLength(warning.slice(0, at));
    faults.push(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`);
  }
  return faults;
}
