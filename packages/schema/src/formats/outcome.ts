/** The result of parsing a text: its canonical form, or an error message in the wording of the API. */
export type FormatOutcome<T = string> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

export function accept<T>(value: T): FormatOutcome<T> {
  return { ok: true, value };
}

export function reject(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
