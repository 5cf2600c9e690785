import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import type { Cents } from '../../../money/cents.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { isComparable } from '../../topics/against-before.ts';
import { pairOf } from '../../topics/pair.ts';
import { changeOf } from '../../topics/pair-words.ts';
import { section } from '../../topics/sections.ts';

/** A company that pays members. */
export interface Payer {
  company: string;
  nowCents: Cents;
  beforeCents: Cents;
  /** Accounts that it ever paid. */
  members: number;
}

export function payersSection(payers: readonly Payer[], context: ReportContext): ReportSection | null {
  if (payers.length === 0) return null;
  const { asked, sheet } = context;
  const isCompared = isComparable(asked);
  const right = (label: string) => ({ label, align: 'right' as const });
  return section(
    'Who pays members',
    table(
      'Companies that paid members most in the period',
      [
        { label: 'Company', align: 'left' },
        right('Credits'),
        ...(isCompared ? [right('Period before'), right('Change')] : []),
        right('Members ever paid'),
      ],
      payers.map(({ company, nowCents, beforeCents, members }) => {
        const paid = pairOf(
          asked,
          {
            label: `Credits of ${company}`,
            source: 'Sum of credits in the daily totals of companies',
            now: nowCents,
            before: beforeCents,
          },
          (note, cents) => sheet.money(note, cents),
        );
        return [
          sheet.company({ label: 'Company', source: 'Company of the entries' }, company),
          paid.now,
          ...(isCompared ? [paid.before, changeOf(sheet, paid)] : []),
          sheet.count(
            { label: `Members that ${company} ever paid`, source: 'Accounts with credits of the company' },
            members,
          ),
        ];
      }),
    ),
  );
}
