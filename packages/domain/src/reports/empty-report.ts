import type { Fact, ReportDocument } from '@clearwatch/contracts/reports/report-document';
import type { Day } from '../calendar/day.ts';
import type { Period } from '../metrics/period.ts';
import { FactSheet } from './fact-sheet.ts';
import { paragraph, prose } from './prose.ts';

const LEDGER = 'first and newest day of the ledger up to today';
const ASKED = 'asked for';

/** A report of a ledger without any dated entry. */
export function emptyLedgerReport(): { document: ReportDocument; facts: Fact[] } {
  return {
    document: {
      headline: prose`There is nothing to report: the ledger holds no dated entry yet.`,
      sections: [
        {
          title: 'What to do',
          blocks: [paragraph(prose`Import transactions on Data Import, then generate the report again.`)],
        },
      ],
    },
    facts: [],
  };
}

/** A report of days on which nothing was posted; says where there is something. */
export function emptyPeriodReport(
  period: Period,
  ledger: { firstDay: Day; asOf: Day },
): { document: ReportDocument; facts: Fact[] } {
  const sheet = new FactSheet();
  const day = (label: string, source: string, value: Day) => sheet.day({ label, source }, value);
  const first = day('First day of the period', ASKED, period.firstDay);
  const last = day('Last day of the period', ASKED, period.lastDay);
  const from = day('First posting day of the ledger', LEDGER, ledger.firstDay);
  const to = day('Newest posting day of the ledger', LEDGER, ledger.asOf);
  return {
    document: {
      headline: prose`There is nothing to report: no entry was posted from ${first} to ${last}.`,
      sections: [
        {
          title: 'What to do',
          blocks: [
            paragraph(
              prose`The ledger holds entries from ${from} to ${to}.`,
              prose`Generate the report for days within them, or import the files of the period first.`,
            ),
          ],
        },
      ],
    },
    facts: sheet.list(),
  };
}
