/** The ratios as a picture: a bar for each scenario, on a scale on which twice is as far as half. */
import type { Comparison } from '../compare.ts';

const width = 760;
const labelWidth = 300;
const rowHeight = 26;
const top = 46;
const maxDoublings = 5;
const ours = '#2f6f4f';
const behind = '#b4532a';

export function printSvg(comparisons: readonly Comparison[], peer: string): string {
  const rows = comparisons.filter(({ ratio }) => ratio !== undefined);
  const height = top + rows.length * rowHeight + 16;
  const middle = labelWidth + 60;
  const unit = (width - middle - 60) / maxDoublings;
  const body = rows.map((row, index) => printRow(row, top + index * rowHeight, middle, unit)).join('\n');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="12" y="24" font-size="15" fill="#222222">Requests or events a second, as a multiple of ${escape(peer)}</text>`,
    `<line x1="${middle}" y1="${top - 8}" x2="${middle}" y2="${height - 8}" stroke="#888888"/>`,
    body,
    '</svg>',
    '',
  ].join('\n');
}

function printRow({ scenario, ratio }: Comparison, y: number, middle: number, unit: number): string {
  const rate = ratio?.rate ?? 1;
  const doublings = Math.max(-1, Math.min(maxDoublings, Math.log2(rate)));
  const length = Math.abs(doublings) * unit;
  const x = doublings < 0 ? middle - length : middle;
  const end = (doublings < 0 ? middle : middle + length) + 6;
  return [
    `<text x="12" y="${y + 14}" fill="#222222">${escape(scenario)}</text>`,
    `<rect x="${x.toFixed(1)}" y="${y + 2}" width="${Math.max(1, length).toFixed(1)}" height="16" fill="${rate < 1 ? behind : ours}"/>`,
    `<text x="${end.toFixed(1)}" y="${y + 14}" fill="#222222">${rate.toFixed(1)}×</text>`,
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
