import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

/** A question to Prometheus, and where it is asked. */
export interface MetricQuery {
  /** The panel or the alert. */
  where: string;
  expression: string;
}

export interface AlertRule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

export function alertRules(): AlertRule[] {
  const { groups } = parse(read('rules.yml')) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** All that dashboard and rules ask. */
export function metricQueries(): MetricQuery[] {
  const { panels } = JSON.parse(read('grafana/dashboards/clearwatch.json')) as { panels: Panel[] };
  const asked = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: title, expression: expr })),
  );
  return [...asked, ...alertRules().map(({ alert, expr }) => ({ where: alert, expression: expr }))];
}

export interface ParsedExpression {
  /** Names of series. */
  metrics: string[];
  /** Names of labels that are picked or grouped by. */
  labels: string[];
  /** Where the language is not understood. */
  errors: number[];
}

/** What an expression of PromQL speaks of, by Prometheus' own grammar. Grafana's variables stand for a time. */
export function parseExpression(expression: string): ParsedExpression {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const reading: ParsedExpression = { metrics: [], labels: [], errors: [] };
  parser.parse(text).iterate({
    enter: (node) => {
      const word = text.slice(node.from, node.to);
      if (node.type.isError) reading.errors.push(node.from);
      else if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector')
        reading.metrics.push(word);
      else if (node.name === 'LabelName') reading.labels.push(word);
    },
  });
  return reading;
}
