import type { EvidenceEntry } from '@clearwatch/contracts/alerts';
import { formatDollars, parseCents } from '@clearwatch/domain/money/cents';
import { ACCENT, BACKGROUND, type Cell, cell, tableSection } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import type { EvidenceFile } from '../evidence-file.ts';
import { dayWords } from '../words/day-words.ts';

/** The entries of the pattern with where each came from, daily totals where the rule looked at days, and the companies. */
export function entries({ alert, evidence }: EvidenceFile): Content[] {
  const isElsewhere = (accountNumber: string) => accountNumber !== alert.accountNumber;
  return [
    ...tableSection({
      title: `Entries of the pattern (${evidence.entries.length})`,
      columns: [
        { label: 'Day', width: 58 },
        { label: 'Company and description', width: '*' },
        { label: 'Part', width: 56 },
        { label: 'Trace no., file and line', width: 92 },
        { label: 'Credit', width: 58, alignment: 'right' },
        { label: 'Debit', width: 58, alignment: 'right' },
      ],
      rows: evidence.entries.map((entry) =>
        entryRow(entry, {
          isTrigger: entry.transactionId === evidence.triggerEntryId,
          account: isElsewhere(entry.accountNumber) ? `Account ${entry.accountNumber}` : null,
        }),
      ),
    }),
    ...tableSection({
      title: 'Credits by day and account',
      columns: [
        { label: 'Day', width: 90 },
        { label: 'Account', width: '*' },
        { label: 'Credits', width: 110, alignment: 'right' },
      ],
      rows: evidence.dailyTotals.map(({ day, accountNumber, credits }) => [
        cell(dayWords(day)),
        cell(accountNumber),
        cell(dollars(credits)),
      ]),
    }),
    ...tableSection({
      title: 'Companies',
      columns: [
        { label: 'Company', width: '*' },
        { label: 'First seen on the account', width: 130, alignment: 'right' },
        { label: 'Other accounts that use it', width: 130, alignment: 'right' },
      ],
      rows: evidence.companies.map(({ company, firstSeenOnAccount, otherAccounts }) => [
        cell(company),
        cell(dayWords(firstSeenOnAccount)),
        cell(String(otherAccounts)),
      ]),
    }),
  ];
}

/** @param marks.account named where it is another one of the member's */
function entryRow(entry: EvidenceEntry, marks: { isTrigger: boolean; account: string | null }): Cell[] {
  const amount = dollars(entry.amount);
  const [credit, debit] = entry.transactionType === 'Credit' ? [amount, ''] : ['', amount];
  const row: Cell[] = [
    cell(dayWords(entry.day)),
    {
      stack: [cell(entry.company, { bold: true }), ...under(entry.entryDescription), ...under(marks.account)],
    },
    {
      stack: [
        ...(marks.isTrigger ? [{ text: 'Trigger', bold: true, color: ACCENT }] : []),
        ...under(entry.part),
      ],
    },
    {
      stack: [
        ...under(entry.traceNumber),
        { text: `Import ${entry.source.importId}, line ${entry.source.line}`, style: 'small' },
      ],
    },
    cell(credit),
    cell(debit),
  ];
  return marks.isTrigger ? row.map((content) => Object.assign({ fillColor: BACKGROUND }, content)) : row;
}

/** Evidence of earlier versions leaves some of these out. */
function under(text: string | null | undefined): ContentText[] {
  return text === null || text === undefined ? [] : [cell(text, { style: 'small' })];
}

function dollars(amount: string): string {
  return formatDollars(parseCents(amount));
}
