import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { composeFile, PROJECT_ROOT, projectFile } from '../docker/testing/compose-file.ts';
import { alertRules, metricQueries, parseExpression } from './testing/monitored-metrics.ts';

/** Labels that Prometheus adds to every target, and the histogram bucket label. */
const LABELS_OF_PROMETHEUS = ['job', 'instance', 'le'];
const LABELS = ['service', 'role', 'version', 'method', 'route', 'status', 'queue', 'state', 'outcome', 'type'];

describe('Prometheus queries', () => {
  it('the dashboard and alert rules use only valid Prometheus queries', () => {
    expect(metricQueries().length).toBeGreaterThan(40);
    const broken = metricQueries().filter(({ expression }) => parseExpression(expression).errors.length > 0);
    expect(broken).toEqual([]);
    expect(parseExpression('sum by (queue (x)').errors).not.toEqual([]);
  });

  it('the dashboard and alert rules use no labels that could contain a name, account, or id [security 5.3]', () => {
    const used = new Set(metricQueries().flatMap(({ expression }) => parseExpression(expression).labels));
    expect([...used].filter((label) => ![...LABELS, ...LABELS_OF_PROMETHEUS, 'dependency'].includes(label))).toEqual(
      [],
    );
  });

  it('each alert rule has a severity, a summary, and instructions in the how-to guide', () => {
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

  it('Prometheus scrapes every program in the containers at its metrics port', () => {
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
