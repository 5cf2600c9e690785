import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import { counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import type { Lending } from '../../topics/lending/lending.ts';
import { memberCells } from '../../topics/members/member-words.ts';
import { notedAsOf } from '../../topics/noted.ts';
import { section } from '../../topics/sections.ts';
import { candidateFacts, statedFunnel } from './stated-lending.ts';

export function candidatesSection(lending: Lending, context: ReportContext): ReportSection | null {
  const { candidates, funnel } = lending;
  if (candidates.length === 0) return null;
  const rest = funnel.steady - candidates.length;
  const more = context.sheet.count(
    notedAsOf('Members with steady income beyond those listed', 'All who pass the tests', context.asked.asOf),
    rest,
  );
  const pays = candidates.some(({ lenders }) => lenders.length > 0);
  const right = (label: string) => ({ label, align: 'right' as const });
  return section(
    'Whom a loan officer might call',
    table(
      pays
        ? 'Members who pass all tests, those who pay other lenders most first'
        : 'Members who pass all tests, the largest median month first',
      [
        { label: 'Member', align: 'left' },
        { label: 'Account', align: 'left' },
        right('Median month'),
        right('Lowest month'),
        right('Bills to income'),
        ...(pays
          ? [
              right('To lenders a month'),
              { label: 'Mostly to', align: 'left' as const },
              { label: 'For', align: 'left' as const },
            ]
          : []),
      ],
      candidates.map((candidate) => {
        const { usual, lowest, ratio, toLenders, mainLender, mainKind } = candidateFacts(candidate, context);
        return [
          ...memberCells(context.sheet, candidate.member),
          usual,
          lowest,
          ratio,
          ...(pays ? [mainLender === null ? null : toLenders, mainLender, mainKind] : []),
        ];
      }),
    ),
    rest === 0
      ? null
      : paragraph(prose`${counted(more, 'further member passes', 'further members pass')} all tests.`),
  );
}

/** How many were left after each test: what would have to be loosened to find more. */
export function chosenSection(lending: Lending, context: ReportContext): ReportSection | null {
  if (lending.funnel.members === 0) return null;
  const { members, income, bills, calm, recent, steady, payingOthers } = statedFunnel(lending, context);
  return section(
    'How they were chosen',
    table(
      'Members left after each test',
      [
        { label: 'Test', align: 'left' },
        { label: 'Members', align: 'right' },
      ],
      [
        ['Credits within the year', members],
        ['Monthly income at least the medium band', income],
        ['Bills no large part of the income', bills],
        ['Risk level low', calm],
        ['Active lately', recent],
        ['Income steady, month by month', steady],
        ['Of these: pay other lenders', payingOthers],
      ],
    ),
  );
}
