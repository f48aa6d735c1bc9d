/** Reads PEM strictly, and says in which line something is wrong, without showing what is in it. RFC 7468. */

export interface PemBlock {
  readonly label: string;
  readonly der: Buffer;
  /** The line that it begins in. */
  readonly line: number;
}

export type PemResult =
  | { readonly ok: true; readonly blocks: readonly PemBlock[] }
  | { readonly ok: false; readonly line: number; readonly message: string };

interface Open {
  readonly label: string;
  readonly line: number;
  readonly body: string[];
}

const mark = /^-----(BEGIN|END) ([A-Z0-9 ]+)-----$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Text around the blocks is none of our business, as RFC 7468 (section 2) has it. */
export function parsePem(text: string): PemResult {
  const blocks: PemBlock[] = [];
  let open: Open | undefined;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1;
    const content = raw.trim();
    const [, word, label = ''] = mark.exec(content) ?? [];
    switch (word) {
      case 'BEGIN':
        if (open !== undefined) return wrong(line, `${open.label} of line ${String(open.line)} has no end`);
        open = { label, line, body: [] };
        break;
      case 'END':
        if (open?.label !== label) return wrong(line, `the end of a ${label} that has not begun`);
        blocks.push({ label, der: Buffer.from(open.body.join(''), 'base64'), line: open.line });
        open = undefined;
        break;
      default:
        if (open !== undefined && !addLine(open, content)) {
          return wrong(line, `this is no base64, within ${open.label}`);
        }
    }
  }
  if (open !== undefined) return wrong(open.line, `${open.label} has no end`);
  const empty = blocks.find(({ der }) => der.length === 0);
  return empty === undefined ? { ok: true, blocks } : wrong(empty.line, `${empty.label} is empty`);
}

/** Returns false if the line is not base64. Empty lines, and headers as older keys have them, are allowed. */
function addLine({ body }: Open, content: string): boolean {
  if (content === '' || content.includes(':')) return true;
  body.push(content);
  return base64.test(content);
}

function wrong(line: number, message: string): PemResult {
  return { ok: false, line, message };
}
