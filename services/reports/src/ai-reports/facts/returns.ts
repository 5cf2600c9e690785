import { isReturnedDebitSql } from '@clearwatch/contracts/returned-debit.sql';
import type { Period } from '@clearwatch/domain/calendar/period';
import type { ReturnTally } from '@clearwatch/domain/companies/company-return-rates';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { ReturnReasonCount, Returns } from '@clearwatch/domain/report-writing/sections/return-sections';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { LedgerFacts } from './ledger-facts.ts';

/** Companies with returns are few; a ledger where they are many needs more than a report. */
const MOST_COMPANIES = 2_000;

export async function gatherReturns(ledger: LedgerFacts, asked: ReportScope): Promise<Returns> {
  return {
    now: await reasonsOf(ledger, asked.period),
    before: await reasonsOf(ledger, asked.previous),
    companies: await companiesOf(ledger),
  };
}

/** Debits that came back, re-presented checks apart: as companies' return rates count them. */
async function reasonsOf(ledger: LedgerFacts, { firstDay, lastDay }: Period): Promise<ReturnReasonCount[]> {
  const rows = await ledger.rows(
    `SELECT r.reason_code AS code, count(*) AS returns
       FROM ledger.entry_returns r
       JOIN ledger.transactions t ON t.id = r.return_id
       LEFT JOIN ledger.transactions o ON o.id = r.original_id
      WHERE r.kind = 'return' AND ${isReturnedDebitSql({ entry: 't', noted: 'r' })} AND t.event_date BETWEEN $1 AND $2
        AND coalesce(o.class, t.class) IS DISTINCT FROM 'RCK'
        AND t.import_id IN (SELECT import_id FROM analytics.projected_imports)
      GROUP BY 1 ORDER BY 2 DESC, 1`,
    [firstDay, lastDay],
  );
  return rows.map((row) => ({ code: textOf(row, 'code'), returns: integerOf(row, 'returns') }));
}

/** The tallies that companies' own pages show, most unauthorized returns first. */
async function companiesOf(ledger: LedgerFacts): Promise<Returns['companies']> {
  const rows = await ledger.rows(
    `SELECT company, details -> 'returns' ->> 'debits' AS debits, details -> 'returns' ->> 'unauthorized' AS unauthorized,
            details -> 'returns' ->> 'administrative' AS administrative, details -> 'returns' ->> 'all' AS "all"
       FROM analytics.company_figures WHERE (details -> 'returns' ->> 'all')::integer > 0
      ORDER BY (details -> 'returns' ->> 'unauthorized')::integer DESC, (details -> 'returns' ->> 'all')::integer DESC, company
      LIMIT ${MOST_COMPANIES}`,
  );
  return rows.map((row) => ({ company: textOf(row, 'company'), tally: toTally(row) }));
}

function toTally(row: Row): ReturnTally {
  return {
    debits: integerOf(row, 'debits'),
    unauthorized: integerOf(row, 'unauthorized'),
    administrative: integerOf(row, 'administrative'),
    all: integerOf(row, 'all'),
  };
}
