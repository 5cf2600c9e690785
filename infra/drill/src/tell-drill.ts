import { DRILL_GOALS, type DrillFigures, figuresOf, missedGoals } from './drill-figures.ts';
import type { DrillResult, TypeResult } from './judge-drill.ts';

const HEADER = ['activity type', 'obvious', 'hard', 'under its own name', 'noise'];
const MOST_SHOWN = 20;

/** What a person at a shell reads: one row for each type over all ledgers, the goals, and what went wrong. */
export function tellDrill(results: readonly DrillResult[]): string {
  const rows = summed(results).map(({ activityType, obvious, hard, named, noise }) => [
    activityType,
    `${obvious.found} of ${obvious.planted}`,
    `${hard.found} of ${hard.planted}`,
    String(named),
    String(noise),
  ]);
  const missed = results.flatMap((result) => result.missed);
  const flagged = results.flatMap(({ lookAlikes }) => lookAlikes.flagged);
  const noise = results.flatMap((result) => result.noise);
  return [
    table([HEADER, ...rows]),
    '',
    goals(figuresOf(results)),
    '',
    listed('Missed', missed, ({ id, why }) => `${id}: ${why}`),
    listed('Look-alikes flagged', flagged, ({ id, why }) => `${id}: ${why}`),
    listed('Noise', noise, ({ activityType, riskLevel, description }) =>
      [activityType, riskLevel, description].join(' · '),
    ),
  ].join('\n');
}

function summed(results: readonly DrillResult[]): TypeResult[] {
  const byType = Map.groupBy(
    results.flatMap(({ types }) => types),
    ({ activityType }) => activityType,
  );
  return [...byType].map(([activityType, types]) => {
    const sum = (value: (type: TypeResult) => number) => types.reduce((all, type) => all + value(type), 0);
    return {
      activityType,
      obvious: { planted: sum((t) => t.obvious.planted), found: sum((t) => t.obvious.found) },
      hard: { planted: sum((t) => t.hard.planted), found: sum((t) => t.hard.found) },
      named: sum((t) => t.named),
      noise: sum((t) => t.noise),
    };
  });
}

function goals(figures: DrillFigures): string {
  const missed = new Set(missedGoals(figures));
  const verdict = (name: keyof DrillFigures) => (missed.has(name) ? 'MISSED' : 'ok');
  return table([
    ['figure', 'measured', 'goal', ''],
    ['behaviours found', percent(figures.recall), `>= ${percent(DRILL_GOALS.recall)}`, verdict('recall')],
    [
      'obvious ones found',
      percent(figures.recallObvious),
      `>= ${percent(DRILL_GOALS.recallObvious)}`,
      verdict('recallObvious'),
    ],
    [
      'clean accounts flagged, of 1,000',
      figures.flaggedPerThousandClean.toFixed(1),
      `<= ${DRILL_GOALS.flaggedPerThousandClean}`,
      verdict('flaggedPerThousandClean'),
    ],
    [
      'alerts for each behaviour found',
      figures.alertsPerBehaviour.toFixed(2),
      `<= ${DRILL_GOALS.alertsPerBehaviour}`,
      verdict('alertsPerBehaviour'),
    ],
  ]);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
    .join('\n');
}

function listed<Item>(title: string, items: readonly Item[], tell: (item: Item) => string): string {
  const shown = items.slice(0, MOST_SHOWN).map((item) => `  ${tell(item)}`);
  const left = items.length - shown.length;
  return [`${title}: ${items.length}`, ...shown, ...(left > 0 ? [`  … and ${left} more`] : [])].join('\n');
}
