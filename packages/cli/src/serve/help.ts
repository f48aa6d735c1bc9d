/** The help text of a command, out of its flags. */
import { formatDuration } from '@keelson/schema';

import type { Flag } from './flag.ts';

const width = 96;
const indent = 34;
const indentOfLines = 10;

export function printHelp(intro: string, flags: Readonly<Record<string, Flag>>, outro: string): string {
  const groups = new Map<string, string[]>();
  for (const [name, flag] of Object.entries(flags)) {
    groups.set(flag.group, [...(groups.get(flag.group) ?? []), ...describe(name, flag)]);
  }
  const sections = [...groups].map(([group, lines]) => [`${group}:`, ...lines].join('\n'));
  return [intro, ...sections, outro].join('\n\n');
}

function describe(name: string, flag: Flag): string[] {
  const head = `      --${name}${flag.kind === 'switch' ? '' : ` ${flag.value ?? valueNames[flag.kind]}`}`;
  const text = `${flag.about}${defaultOf(flag)}`;
  const [first = '', ...rest] = wrap(text, width - indent);
  const continued = [
    ...rest.map((line) => `${' '.repeat(indent)}${line}`),
    ...(flag.lines ?? []).map((line) => `${' '.repeat(indentOfLines)}${line}`),
  ];
  if (head.length >= indent - 1) return [head, `${' '.repeat(indent)}${first}`, ...continued];
  return [`${head.padEnd(indent)}${first}`, ...continued];
}

const valueNames = { text: 'TEXT', count: 'N', duration: 'DURATION', switch: '', list: 'LIST', settings: 'SETTINGS' };

function defaultOf({ default: value, defaultText, kind }: Flag): string {
  if (defaultText !== undefined) return ` (default: ${defaultText})`;
  if (typeof value === 'number' && kind === 'duration')
    return ` (default: ${formatDuration(BigInt(value) * 1_000_000n)})`;
  return typeof value === 'object' || value === undefined ? '' : ` (default: ${String(value)})`;
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
