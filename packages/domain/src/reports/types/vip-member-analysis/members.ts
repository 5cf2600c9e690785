import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { memberCells } from '../../topics/members/member-words.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { chartOf, section } from '../../topics/sections.ts';
import type { VipData } from './vip-data.ts';

const MOST_DRAWN = 10;

export function membersSection({ members }: VipData, context: ReportContext): ReportSection | null {
  if (members.length === 0) return null;
  const rows = members.map((standing) => ({
    standing,
    stated: statedStanding(standing, context),
    cells: memberCells(context.sheet, standing.member),
  }));
  const drawn = rows.filter(({ stated }) => stated.usual !== null).slice(0, MOST_DRAWN);
  const right = (label: string) => ({ label, align: 'right' as const });
  return section(
    'The members against their own usual month',
    table(
      'VIP members, the largest usual month first',
      [
        { label: 'Member', align: 'left' },
        { label: 'Account', align: 'left' },
        right('Monthly income'),
        right('Usual month'),
        right('Last days'),
        right('Against usual'),
        { label: 'Paid mostly by', align: 'left' },
        { label: 'Risk', align: 'left' },
      ],
      rows.map(({ standing, stated: { income, usual, lately, againstUsual, mainSource }, cells }) => [
        ...cells,
        income,
        usual,
        lately,
        againstUsual,
        mainSource,
        standing.risk,
      ]),
    ),
    chartOf({
      title: 'Credits of the last days beside the usual month',
      type: 'bar',
      unit: 'money',
      categories: drawn.map(({ cells }) => cells[0]),
      series: [
        { name: 'Usual month', values: drawn.map(({ stated }) => stated.usual ?? stated.lately) },
        { name: 'Last days', values: drawn.map(({ stated }) => stated.lately) },
      ],
    }),
  );
}
