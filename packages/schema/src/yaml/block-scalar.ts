/** Reads block scalars: literal text after `|`, folded text after `>`. */
import { codeAt, isBlank, isDocumentMarker, newline } from './reader.ts';
import type { Reader } from './reader.ts';
import { fail } from './yaml-fault.ts';

const pipe = 0x7c;
const greater = 0x3e;

export function isBlockScalar(code: number): boolean {
  return code === pipe || code === greater;
}

interface Header {
  readonly isFolded: boolean;
  /** The treatment of trailing line breaks: keep one, keep all, keep none. */
  readonly chomping: 'clip' | 'keep' | 'strip';
  /** The indentation relative to the parent node, where the header gives it. */
  readonly step: number | undefined;
}

/** `indent` is the column of the parent node, -1 for none. */
export function readBlockScalar(reader: Reader, indent: number): string {
  const header = readHeader(reader);
  const least = header.step === undefined ? undefined : Math.max(indent, 0) + header.step;
  const { lines, blankLines } = readLines(reader, least, Math.max(indent + 1, 0));
  const text = header.isFolded ? fold(lines) : lines.join('\n');
  if (header.chomping === 'keep') return text + '\n'.repeat(blankLines + (lines.length > 0 ? 1 : 0));
  return lines.length === 0 || header.chomping === 'strip' ? text : `${text}\n`;
}

function readHeader(reader: Reader): Header {
  const { text, at } = reader;
  const form = /([|>])(?:([-+])([1-9])?|([1-9])([-+])?)?[ \t]*(?:(?<=[ \t])#[^\n]*)?(?=\n|$)/y;
  form.lastIndex = at;
  const match = form.exec(text);
  if (match === null) fail('did not find expected comment or line break', at);
  const [, style, sign = match[5], digit = match[4]] = match;
  reader.at = form.lastIndex;
  const chomping = sign === '+' ? 'keep' : sign === '-' ? 'strip' : 'clip';
  return { isFolded: style === '>', chomping, step: digit === undefined ? undefined : Number(digit) };
}

interface Lines {
  /** Without their indentation, up to the last that is not blank. */
  readonly lines: readonly string[];
  readonly blankLines: number;
}

/** The first line that is not blank says how deep the text is indented, unless the header did. */
function readLines(reader: Reader, given: number | undefined, least: number): Lines {
  const { text } = reader;
  const lines: string[] = [];
  let indent = given;
  let blankLines = 0;
  while (codeAt(reader) === newline) {
    const start = reader.at + 1;
    const content = skipSpaces(text, start, indent);
    const column = content - start;
    const end = endOfLine(text, content);
    if (content === end && (indent === undefined || column <= indent)) {
      if (end >= text.length) break;
      blankLines += 1;
    } else {
      if (column < (indent ?? least) || (column === 0 && isDocumentMarker(text, start))) break;
      indent ??= column;
      for (; blankLines > 0; blankLines -= 1) lines.push('');
      lines.push(text.slice(start + indent, end));
    }
    reader.at = end;
    reader.lineStart = start;
  }
  return { lines, blankLines };
}

/** Spaces beyond the indentation belong to the text. */
function skipSpaces(text: string, start: number, limit: number | undefined): number {
  let at = start;
  while (text.charCodeAt(at) === 0x20 && (limit === undefined || at - start < limit)) at += 1;
  return at;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** A break between two lines is a space, unless one of them is indented more; empty lines are breaks. */
function fold(lines: readonly string[]): string {
  const parts: string[] = [];
  let breaks = 0;
  let wasIndented = true;
  for (const line of lines) {
    if (line === '') {
      breaks += 1;
      continue;
    }
    const isIndented = isBlank(line.charCodeAt(0));
    const isFirst = parts.length === 0;
    if (isFirst) parts.push('\n'.repeat(breaks));
    else if (isIndented || wasIndented) parts.push('\n'.repeat(breaks + 1));
    else parts.push(breaks === 0 ? ' ' : '\n'.repeat(breaks));
    parts.push(line);
    breaks = 0;
    wasIndented = isIndented;
  }
  return parts.join('');
}
