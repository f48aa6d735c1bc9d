/** Who a write is said to come from when it does not say so itself. */

const maxManagerBytes = 128;

/** The name of the program out of its User-Agent, in characters that can be printed. */
export function managerOf(fieldManager: string, userAgent: string): string {
  if (fieldManager !== '') return fieldManager;
  const [program = ''] = userAgent.split('/');
  let manager = '';
  for (const character of program) {
    if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) continue;
    if (Buffer.byteLength(manager) + Buffer.byteLength(character) > maxManagerBytes) break;
    manager += character;
  }
  return manager === '' ? 'unknown' : manager;
}
