/**
 * The ratios as a picture: a bar for each scenario, on a scale on which twice is as far as half. The scale and the room
 * for the names follow from what is shown, so that nothing is cut off.
 */
import type { Comparison } from '../compare.ts';

const fontSize = 13;
/** Of the widest fonts that a sans-serif may be. */
const letterWidth = 7.8;
const margin = 12;
const rowHeight = 26;
const barHeight = 16;
const top = 62;
const doublingWidth = 84;
/** Between the names and the first line of the scale, whose label is centred on it. */
const gap = 30;
/** Behind the end of a bar stands its number. */
const numberWidth = 8 * letterWidth;
const ours = '#2f6f4f';
const behind = '#b4532a';
const text = '#222222';
const faint = '#6b6b6b';

interface Scale {
  /** Powers of two. */
  readonly first: number;
  readonly last: number;
  /** Where a ratio is, from the left. */
  at(ratio: number): number;
}

export function printSvg(comparisons: readonly Comparison[], peer: string): string {
  const rows = comparisons.filter(({ ratio, notMeasured }) => ratio !== undefined || notMeasured !== undefined);
  const labelWidth = Math.max(0, ...rows.map(({ scenario }) => scenario.length)) * letterWidth;
  const scale = scaleOf(rows, margin + labelWidth + gap);
  const title = `Requests or events a second, as a multiple of ${peer}`;
  const titleWidth = title.length * letterWidth * (15 / fontSize);
  const width = Math.ceil(Math.max(scale.at(2 ** scale.last) + numberWidth, titleWidth) + margin);
  const height = top + rows.length * rowHeight + margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="${fontSize}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${margin}" y="24" font-size="15" fill="${text}">${escape(title)}</text>`,
    ...printScale(scale, height),
    ...rows.map((row, index) => printRow(row, top + index * rowHeight, scale)),
    '</svg>',
    '',
  ].join('\n');
}

/** From the power of two below the lowest ratio to the one above the highest; 1 is always on it. */
function scaleOf(rows: readonly Comparison[], left: number): Scale {
  const powers = rows.flatMap(({ ratio }) => (ratio === undefined ? [] : [Math.log2(ratio.rate)]));
  const first = Math.min(0, ...powers.map(Math.floor));
  const last = Math.max(1, ...powers.map(Math.ceil));
  return { first, last, at: (ratio) => left + (Math.log2(ratio) - first) * doublingWidth };
}

function printScale({ first, last, at }: Scale, height: number): string[] {
  const powers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return powers.flatMap((power) => {
    const x = at(2 ** power).toFixed(1);
    const label = power < 0 ? `1/${2 ** -power}×` : `${2 ** power}×`;
    return [
      `<line x1="${x}" y1="${top - 8}" x2="${x}" y2="${height - margin}" stroke="${power === 0 ? '#888888' : '#dddddd'}"/>`,
      `<text x="${x}" y="${top - 14}" text-anchor="middle" fill="${faint}">${label}</text>`,
    ];
  });
}

function printRow({ scenario, ratio }: Comparison, y: number, { at }: Scale): string {
  const one = at(1);
  const baseline = y + fontSize + 1;
  const label = `<text x="${margin}" y="${baseline}" fill="${text}">${escape(scenario)}</text>`;
  if (ratio === undefined) return `${label}\n${printNumber('not measured', one, baseline, faint)}`;
  const end = at(ratio.rate);
  const x = Math.min(one, end).toFixed(1);
  const length = Math.max(1, Math.abs(end - one)).toFixed(1);
  const fill = ratio.rate < 1 ? behind : ours;
  return [
    label,
    `<rect x="${x}" y="${y + 2}" width="${length}" height="${barHeight}" fill="${fill}"/>`,
    printNumber(`${ratio.rate.toFixed(1)}×`, Math.max(one, end), baseline, text),
  ].join('\n');
}

function printNumber(what: string, x: number, y: number, fill: string): string {
  return `<text x="${(x + 6).toFixed(1)}" y="${y}" fill="${fill}">${what}</text>`;
}

function escape(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
