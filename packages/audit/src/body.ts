/** The body of a request or an answer in an event: JSON on one line. Not parsed here, and not copied where it is large. */
import type { ByteWriter } from './byte-writer.ts';

/** Text, or immutable bytes in one or more pieces. */
export type AuditedBody = string | Uint8Array | readonly Uint8Array[];

/** An event never has more: beyond it goes without its bodies, as any event does that is larger than its back end allows. */
export const largestEventBytes = 10 * 1024 * 1024;

export interface KeptBody {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
}

export function keepBody(body: AuditedBody): KeptBody {
  if (typeof body === 'string') return keepBody(Buffer.from(body));
  if (body instanceof Uint8Array) return { pieces: [body], bytes: body.length };
  return { pieces: body, bytes: body.reduce((sum, { length }) => sum + length, 0) };
}

export function putBody(out: ByteWriter, { pieces }: KeptBody): void {
  for (const piece of pieces) out.attach(piece);
}
