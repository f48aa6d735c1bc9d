/**
 * Writes what is made of the chart: the copies of rules and dashboard in it, and a file of manifests for each file of
 * values in its ci folder. With --check, fails where one is out of date.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';

import { objectsOf, renderChart } from './chart/render-chart.mjs';

const root = join(import.meta.dirname, '..');
const chart = 'helm/keelson';

/** Copies in the chart, which reads nothing outside of it. */
const copied = {
  'deploy/prometheus/recording-rules.yaml': `${chart}/files/recording-rules.yaml`,
  'deploy/prometheus/alerting-rules.yaml': `${chart}/files/alerting-rules.yaml`,
  'deploy/grafana/keelson.json': `${chart}/files/keelson.json`,
};

const isCheck = process.argv.includes('--check');

for (const [from, to] of Object.entries(copied)) await keep(to, await readFile(join(root, from), 'utf8'));
for (const file of await readdir(join(root, chart, 'ci'))) {
  /** @type {Record<string, unknown>} */
  const values = parse(await readFile(join(root, chart, 'ci', file), 'utf8'));
  const release = { name: 'keelson', namespace: 'keelson', values };
  const texts = await renderChart(join(root, chart), release);
  await keep(`deploy/manifests/${file}`, print(file, texts));
}

/**
 * @param {string} file
 * @param {ReadonlyMap<string, string>} texts
 */
function print(file, texts) {
  const documents = [...texts].filter(([name, text]) => objectsOf(new Map([[name, text]])).length > 0);
  const parts = documents.map(([name, text]) => `# ${chart}/templates/${name}\n${text.trim()}\n`);
  return `# Made of the chart by \`make manifests\`, with ${chart}/ci/${file}.\n---\n${parts.join('---\n')}`;
}

/**
 * @param {string} path
 * @param {string} text
 */
async function keep(path, text) {
  const before = await readFile(join(root, path), 'utf8').catch(() => '');
  if (before === text) return;
  if (isCheck) {
    console.error(`${path} is out of date\nRun \`make manifests\` and commit what it writes.`);
    process.exitCode = 1;
    return;
  }
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
