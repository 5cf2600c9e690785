import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { composeFile, PROJECT_ROOT, projectFile } from '../docker/testing/compose-file.ts';
import { alertRules, metricQueries, parseExpression } from './testing/monitored-metrics.ts';

/** What Prometheus itself says of every target, and what a histogram counts by. */
const LABELS_OF_PROMETHEUS = ['job', 'instance', 'le'];
const LABELS = [
  'service',
  'role',
  'version',
  'method',
  'route',
  'status',
  'queue',
  'state',
  'outcome',
  'type',
];

describe('dashboard and alert rules', () => {
  it('ask only what Prometheus understands', () => {
    expect(metricQueries().length).toBeGreaterThan(40);
    const broken = metricQueries().filter(({ expression }) => parseExpression(expression).errors.length > 0);
    expect(broken).toEqual([]);
    expect(parseExpression('sum by (queue (x)').errors).not.toEqual([]);
  });

  it('know no label that could hold a name, an account or an id [security 5.3]', () => {
    const used = new Set(metricQueries().flatMap(({ expression }) => parseExpression(expression).labels));
    expect(
      [...used].filter((label) => ![...LABELS, ...LABELS_OF_PROMETHEUS, 'dependency'].includes(label)),
    ).toEqual([]);
  });

  it('say how bad it is, and each alert has a paragraph that says what to do', () => {
    const page = projectFile('docs/how-to/watch-an-installation.md');
    for (const { alert, labels, annotations } of alertRules()) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(page).toContain(`**${alert}**`);
    }
  });
});

describe('the scrape configuration', () => {
  const { scrape_configs: jobs } = parse(
    readFileSync(join(PROJECT_ROOT, 'infra/monitoring/prometheus.yml'), 'utf8'),
  ) as { scrape_configs: { job_name: string; dns_sd_configs: { port: number; names: string[] }[] }[] };
  const { services } = composeFile();

  it('asks every program of the containers, at the port where it tells its figures', () => {
    const programs = Object.entries(services).filter(([, { environment }]) => environment?.['METRICS_PORT']);
    expect(jobs.map(({ job_name: name }) => name)).toEqual(['clearwatch']);
    const [{ names, port } = { names: [], port: 0 }] = jobs[0]?.dns_sd_configs ?? [];
    expect(names.toSorted()).toEqual(programs.map(([name]) => name).toSorted());
    expect(new Set(programs.map(([, { environment }]) => environment?.['METRICS_PORT']))).toEqual(
      new Set([String(port)]),
    );
    expect(programs).toHaveLength(9);
  });
});
