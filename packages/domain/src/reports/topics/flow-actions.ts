import type { Span } from '@clearwatch/contracts/reports/report-document';
import { counted, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { isComparable } from './against-before.ts';
import type { ChangedCompany } from './company-changes.ts';
import { noted } from './noted.ts';
import { sizeWords } from './size-words.ts';
import type { MoneyData } from './what-changed.ts';

/** A regular payer that stopped, and somebody new who collects from several members. */
export function flowActions({ changes }: MoneyData, context: ReportContext): Span[][] {
  const { asked } = context;
  if (!isComparable(asked)) return [];
  const [stopped] = changes.stoppedPaying;
  const [begun] = changes.beganCollecting;
  return [
    ...(stopped === undefined ? [] : [stoppedWords(stopped, context)]),
    ...(begun === undefined ? [] : [begunWords(begun, context)]),
  ];
}

function stoppedWords(changed: ChangedCompany, { asked, sheet }: ReportContext): Span[] {
  const name = sheet.company({ label: 'Company', source: 'Company of the entries' }, changed.company);
  const amount = sheet.money(
    noted(`Credits of ${changed.company}`, 'Sum of credits in the daily totals of companies', asked.previous),
    changed.cents,
  );
  const payments = counted(
    sheet.count(
      noted(
        `Credits of ${changed.company}, number`,
        'Count of credits in the daily totals of companies',
        asked.previous,
      ),
      changed.entries,
    ),
    'payment',
  );
  return prose`Member services: ask why ${name}, which paid members ${sizeWords(amount)} in ${payments} in the period before, paid nothing in this one. Pay that moves elsewhere is an early sign of members leaving.`;
}

function begunWords(changed: ChangedCompany, { asked, sheet }: ReportContext): Span[] {
  const name = sheet.company({ label: 'Company', source: 'Company of the entries' }, changed.company);
  const amount = sheet.money(
    noted(`Debits of ${changed.company}`, 'Sum of debits in the daily totals of companies', asked.period),
    changed.cents,
  );
  return prose`Fraud analysts: look at ${name}, first seen in this period, which collected ${sizeWords(amount)} from ${membersOf(changed, sheet)}; find out who it is, and whether they agreed.`;
}

function membersOf({ company, members }: ChangedCompany, sheet: ReportContext['sheet']): Span[] {
  const source = 'Accounts with entries of the company';
  return counted(sheet.count({ label: `Members of ${company}`, source }, members), 'member');
}
