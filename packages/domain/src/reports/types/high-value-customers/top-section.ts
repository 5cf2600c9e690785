import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { memberCells } from '../../topics/members/member-words.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { changeOf } from '../../topics/pair-words.ts';
import { chartOf, section } from '../../topics/sections.ts';
import type { HighValueData } from './high-value-data.ts';

/** The members with the most credits, what they received before, and who pays them. */
export function topSection({ top }: HighValueData, context: ReportContext): ReportSection | null {
  if (top.length === 0) return null;
  const rows = top.map((standing) => ({ standing, stated: statedStanding(standing, context) }));
  const isCompared = rows.some(({ stated }) => stated.credits.before !== null);
  const right = (label: string) => ({ label, align: 'right' as const });
  return section(
    'Members with the most credits',
    table(
      'Members by credits of the period',
      [
        { label: 'Member', align: 'left' },
        { label: 'Account', align: 'left' },
        right('Credits'),
        ...(isCompared ? [right('Before'), right('Change')] : []),
        right('Debits'),
        { label: 'Paid mostly by', align: 'left' },
        { label: 'Risk', align: 'left' },
      ],
      rows.map(({ standing, stated: { credits, debits, mainSource } }) => [
        ...memberCells(context.sheet, standing.member),
        credits.now,
        ...(isCompared ? [credits.before, changeOf(context.sheet, credits)] : []),
        debits.now,
        mainSource,
        standing.risk,
      ]),
    ),
    chartOf({
      title: 'Credits of the members listed',
      type: 'bar',
      unit: 'money',
      categories: rows.map(({ standing }) => memberCells(context.sheet, standing.member)[0]),
      series: [
        { name: 'Period', values: rows.map(({ stated }) => stated.credits.now) },
        ...(isCompared
          ? [
              {
                name: 'Period before',
                values: rows.flatMap(({ stated }) =>
                  stated.credits.before === null ? [] : [stated.credits.before],
                ),
              },
            ]
          : []),
      ],
    }),
  );
}
