import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

/** A Prometheus query and its location. */
export interface MetricQuery {
  /** The panel or alert that contains it. */
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

/** All queries in the dashboard and the alert rules. */
export function metricQueries(): MetricQuery[] {
  const { panels } = JSON.parse(read('grafana/dashboards/clearwatch.json')) as { panels: Panel[] };
  const requested = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: title, expression: expr })),
  );
  return [...requested, ...alertRules().map(({ alert, expr }) => ({ where: alert, expression: expr }))];
}

export interface ParsedExpression {
  /** Metric names. */
  metrics: string[];
  /** Names of labels used for selection or grouping. */
  labels: string[];
  /** Positions at which parsing failed. */
  errors: number[];
}

/**
 * The metrics and labels in a PromQL expression, parsed with Prometheus's own grammar. Grafana variables are replaced
 * by a duration.
 */
export function parseExpression(expression: string): ParsedExpression {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const reading: ParsedExpression = { metrics: [], labels: [], errors: [] };
  parser.parse(text).iterate({
    enter: (node) => {
      const word = text.slice(node.from, node.to);
      if (node.type.isError) reading.errors.push(node.from);
      else if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector') reading.metrics.push(word);
      else if (node.name === 'LabelName') reading.labels.push(word);
    },
  });
  return reading;
}
