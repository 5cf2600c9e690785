import type { GuideSection } from '../model/guide-section.ts';

export const COUNTED: GuideSection = {
  topic: 'counted',
  part: 'How it works',
  title: 'What is counted, and what is not',
  blocks: [
    {
      kind: 'text',
      text: 'The ledger keeps every entry of a file. Sums, averages, charts and most rules count money only: entries that moved some.',
    },
    {
      kind: 'table',
      caption: 'Kinds of entries',
      columns: ['Entry', 'Kept and shown', 'Counted as money'],
      rows: [
        ['Credit or debit with an amount', 'yes', 'yes'],
        ['Prenote: a test entry of zero dollars', 'yes', 'no'],
        ['Zero-dollar entry with remittance information', 'yes', 'no'],
        ['Accounting advice (ADV): tells an institution what was booked', 'yes', 'no'],
        ['NOC: a notice that account data have changed', 'yes', 'no'],
        ['Return: an entry that is sent back', 'yes, matched to its original', 'no'],
        [
          'The original that came back',
          'yes, marked with the reason',
          'yes: that money moved, and came back by an entry of its own',
        ],
        ['A repeat of an entry already stored', 'in the receipt, with its twin', 'no'],
        ['A rejected row', 'in the receipt, with line, field and reason', 'no'],
      ],
    },
    {
      kind: 'list',
      items: [
        'Amounts are exact to the cent; nothing is rounded before it is shown.',
        'The day of an entry is its posting date, else its settlement, else its effective date. The newest such day that is not in the future is the **As of** day, with which all periods end.',
        'A member is an account. Accounts that bear the same name are shown beside each other, never put together: two people may bear it.',
        'The icon beside a figure says what it means and how it is computed; {{figures}} has all of them.',
      ],
    },
  ],
};
