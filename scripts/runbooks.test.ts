/** Alerts, their runbooks and their cases belong together, and a runbook names what is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Rules {
  readonly groups: readonly { readonly rules: readonly AlertRule[] }[];
}

interface AlertRule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const { groups } = parse(read('deploy/prometheus/alerting-rules.yaml')) as Rules;
const alerts = groups.flatMap(({ rules }) => rules);
const names = [...new Set(alerts.map(({ alert }) => alert))].sort();
const pages = readdirSync(join(root, 'docs/runbooks')).filter((name) => name !== 'README.md');

/** The words after `keelson` where a page shows a command. */
const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:^|`)keelson ([a-z-]+)/gm)].map(([, command = '']) => command);

describe('the alerts', () => {
  it('have a runbook each, and there is no other', () => {
    expect(pages.map((page) => page.replace('.md', '')).sort()).toEqual(names);
    for (const { alert, annotations } of alerts) {
      expect(annotations['runbook_url']).toBe(`docs/runbooks/${alert}.md`);
    }
  });

  it('have a severity and say what is the matter', () => {
    for (const { labels, annotations } of alerts) {
      expect(['critical', 'warning', 'info']).toContain(labels['severity']);
      expect(annotations['summary']).toMatch(/\.$/);
      expect(annotations['description']).toMatch(/\.$/);
    }
  });

  it('have a case each in which they fire', () => {
    const cases = read('deploy/prometheus/rules-test.yaml');
    expect(names.filter((name) => !cases.includes(`name: ${name} fires`))).toEqual([]);
  });
});

describe('the runbooks', () => {
  const overview = read('packages/cli/src/overview.ts');
  const known = [...overview.matchAll(/^ {2}\{ name: '([a-z-]+)'/gm)].map(([, name = '']) => name);

  it.each(pages)('%s says what it means, how to see it and what to do', (page) => {
    const headings = [...read(`docs/runbooks/${page}`).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([page.replace('.md', ''), 'What it means', 'How to see it', 'What to do']);
  });

  it.each(pages)('%s names commands and pages that are there', (page) => {
    const text = read(`docs/runbooks/${page}`);
    expect(commandsIn(text).filter((command) => !known.includes(command))).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, 'docs/runbooks', link)))).toEqual([]);
  });
});
