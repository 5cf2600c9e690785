import {
  DAYS_PER_YEAR,
  MIN_AVERAGED_DAYS,
  MONTHS_PER_YEAR,
} from '@clearwatch/domain/members/income-and-bills';
import { INCOME_BAND_FROM, INCOME_BANDS } from '@clearwatch/domain/members/member-bands';
import { formatCents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { CreditConcentration } from '@clearwatch/domain/report-writing/sections/member-figures';
import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { listDays } from './list-days.ts';

/** A sum of a row of `analytics.member_figures` by the month, over so many days, as `monthlyAverage` of the domain gives it. */
export function monthlyAverageSql(sum: 'credits' | 'debits', days: number): string {
  return `round(${sum} * ${DAYS_PER_YEAR} / ${Math.max(days, MIN_AVERAGED_DAYS) * MONTHS_PER_YEAR}, 2)`;
}

export async function gatherConcentration(
  ledger: LedgerFacts,
  asked: ReportScope,
): Promise<CreditConcentration> {
  const { period } = asked;
  const [row = {}] = await ledger.rows(
    `WITH received AS (
       SELECT account_number, sum(credits) AS credits FROM analytics.account_days
        WHERE day BETWEEN $1 AND $2 AND credit_count > 0 GROUP BY 1),
     ranked AS (
       SELECT credits, row_number() OVER w AS place, sum(credits) OVER w AS sum_so_far, count(*) OVER () AS receiving,
              sum(credits) OVER () AS total
         FROM received WINDOW w AS (ORDER BY credits DESC, account_number))
     SELECT count(*) AS receiving, coalesce(sum(credits), 0) AS credits,
            count(*) FILTER (WHERE place <= greatest(1, receiving / 100)) AS one_percent_members,
            coalesce(sum(credits) FILTER (WHERE place <= greatest(1, receiving / 100)), 0) AS one_percent,
            count(*) FILTER (WHERE sum_so_far - credits < total / 2) AS half_members
       FROM ranked`,
    [period.firstDay, period.lastDay],
  );
  return {
    receiving: integerOf(row, 'receiving'),
    creditCents: centsIn(row, 'credits'),
    onePercent: { members: integerOf(row, 'one_percent_members'), cents: centsIn(row, 'one_percent') },
    halfMembers: integerOf(row, 'half_members'),
    bands: await bandsOf(ledger, asked),
  };
}

async function bandsOf(ledger: LedgerFacts, asked: ReportScope): Promise<CreditConcentration['bands']> {
  const bounds = INCOME_BANDS.map((band) => formatCents(INCOME_BAND_FROM[band]));
  const rows = await ledger.rows(
    `SELECT width_bucket(${monthlyAverageSql('credits', listDays(asked))}, $3::numeric[]) AS band, count(*) AS members,
            coalesce(sum(d.now), 0) AS now
       FROM analytics.member_figures
       LEFT JOIN (SELECT account_number, sum(credits) AS now FROM analytics.account_days
                   WHERE day BETWEEN $1 AND $2 GROUP BY 1) d USING (account_number)
      GROUP BY 1`,
    [asked.period.firstDay, asked.period.lastDay, bounds],
  );
  const bandOf = (index: number) => {
    const row = rows.find((candidate) => integerOf(candidate, 'band') === index + 1);
    return row === undefined
      ? { members: 0, cents: 0 }
      : { members: integerOf(row, 'members'), cents: centsIn(row, 'now') };
  };
  return { low: bandOf(0), medium: bandOf(1), high: bandOf(2) };
}
