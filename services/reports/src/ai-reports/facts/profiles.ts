import { addMonths, monthOf } from '@clearwatch/domain/calendar/day';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { TransferSender } from '@clearwatch/domain/report-writing/sections/transfer-sections';
import type {
  AccountProfile,
  ProfileReason,
} from '@clearwatch/domain/report-writing/types/individual-account-report';
import { integerOf, type Row, textArrayOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { notedAlerts } from './alerts.ts';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { gatherStandings } from './standings.ts';

const MONTHS = 12;
const MOST_ALERTS = 5;

/** All that there is to say of each account that was chosen, in the order of the choice. */
export async function gatherProfiles(
  ledger: LedgerFacts,
  asked: ReportScope,
  { chosen, senders }: { chosen: ReadonlyMap<string, ProfileReason>; senders: readonly TransferSender[] },
): Promise<AccountProfile[]> {
  const accounts = [...chosen.keys()];
  const standings = await gatherStandings(ledger, asked, accounts);
  const months = Map.groupBy(await monthsOf(ledger, asked, accounts), accountOf);
  const companies = Map.groupBy(await companiesOf(ledger, asked, accounts), accountOf);
  const profiles: AccountProfile[] = [];
  for (const standing of standings) {
    const { accountNumber } = standing.member;
    const sender = senders.find(({ member }) => member.accountNumber === accountNumber);
    const of = months.get(accountNumber) ?? [];
    profiles.push({
      reason: chosen.get(accountNumber) ?? 'busiest',
      standing,
      entries: of.reduce((sum, row) => sum + integerOf(row, 'entries_in_period'), 0),
      sent: sender === undefined ? null : { cents: sender.outCents, mostTo: sender.mostTo },
      companies: (companies.get(accountNumber) ?? []).map((row) => ({
        company: textOf(row, 'company'),
        descriptions: textArrayOf(row, 'descriptions'),
        inCents: centsIn(row, 'in_now'),
        outCents: centsIn(row, 'out_now'),
        inBeforeCents: centsIn(row, 'in_before'),
        outBeforeCents: centsIn(row, 'out_before'),
      })),
      months: of.slice(-MONTHS).map((row) => ({
        month: textOf(row, 'month'),
        creditCents: centsIn(row, 'credits'),
        debitCents: centsIn(row, 'debits'),
      })),
      alerts: await notedAlerts(
        ledger,
        `account_number = $1 AND risk_level <> 'low'
         ORDER BY reviewed, risk_level = 'high' DESC, amount DESC, id LIMIT ${MOST_ALERTS}`,
        [accountNumber],
      ),
    });
  }
  return profiles;
}

/** Months up to the end of the period; those of the period may lie further back than is drawn. */
function monthsOf(ledger: LedgerFacts, { period }: ReportScope, accounts: readonly string[]): Promise<Row[]> {
  const drawn = `${addMonths(monthOf(period.lastDay), 1 - MONTHS)}-01`;
  return ledger.rows(
    `SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits,
            coalesce(sum(credit_count + debit_count) FILTER (WHERE day >= $2), 0) AS entries_in_period
       FROM analytics.account_days
      WHERE account_number = ANY ($1) AND day BETWEEN least($2::date, $4::date) AND $3 GROUP BY 1, 2 ORDER BY 1, 2`,
    [accounts, period.firstDay, period.lastDay, drawn],
  );
}

/**
 * Read through the account's entries: rollups do not know what a company paid one account in a period. Where nothing is compared,
 * companies of the days before are left out.
 */
function companiesOf(ledger: LedgerFacts, asked: ReportScope, accounts: readonly string[]): Promise<Row[]> {
  const { period, previous } = asked;
  const firstDay = isComparable(asked) ? previous.firstDay : period.firstDay;
  const sum = (type: string, is: string, name: string) =>
    `coalesce(sum(amount) FILTER (WHERE transaction_type = '${type}' AND event_date ${is} $2), 0) AS ${name}`;
  return ledger.rows(
    `SELECT * FROM (
       SELECT account_number, company,
              coalesce(array_agg(DISTINCT entry_description) FILTER (WHERE entry_description IS NOT NULL), '{}') AS descriptions,
              ${sum('Credit', '>=', 'in_now')}, ${sum('Debit', '>=', 'out_now')},
              ${sum('Credit', '<', 'in_before')}, ${sum('Debit', '<', 'out_before')}
         FROM ledger.transactions
        WHERE account_number = ANY ($1) AND event_date BETWEEN $4 AND $3 AND entry_kind = 'money'
          AND import_id IN (SELECT import_id FROM analytics.projected_imports)
        GROUP BY 1, 2) moved
      ORDER BY account_number, in_now + out_now DESC, in_before + out_before DESC, company`,
    [accounts, period.firstDay, period.lastDay, firstDay],
  );
}

const accountOf = (row: Row) => textOf(row, 'account_number');
