import { addMonths, monthOf } from '@clearwatch/domain/calendar/day';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { TransferSender } from '@clearwatch/domain/report-writing/sections/transfer-sections';
import {
  type AccountProfile,
  individualAccountAnalysis as composer,
  type IndividualAccountData,
  type ProfileReason,
} from '@clearwatch/domain/report-writing/types/individual-account-report';
import { queryTexts, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { queryCitedAlerts } from '../queries/alert-queries.ts';
import { defineReport, IS_COUNTED_SQL, type LedgerReader } from '../queries/ledger-facts.ts';
import { queryMemberSummaries } from '../queries/member-queries.ts';
import { queryFlows } from '../queries/money-flow-queries.ts';
import { queryTransferSenders, queryTransferStreams } from '../queries/transfer-queries.ts';

const PROFILE_MONTHS = 12;
const MAX_PROFILE_ALERTS = 5;

const MONTH = new RowReader({
  text: ['accountNumber', 'month'],
  cents: ['creditCents', 'debitCents'],
  integer: ['entriesInPeriod'],
});
const COMPANY = new RowReader({
  text: ['accountNumber', 'company'],
  texts: ['descriptions'],
  cents: ['inCents', 'outCents', 'inBeforeCents', 'outBeforeCents'],
});
const CANDIDATE = new RowReader({ text: ['reason', 'accountNumber'] });

/** Profiles of the chosen accounts, in the order of the choice. */
async function queryProfiles(
  ledger: LedgerReader,
  scope: ReportScope,
  { chosen, senders }: { chosen: ReadonlyMap<string, ProfileReason>; senders: readonly TransferSender[] },
): Promise<AccountProfile[]> {
  const accounts = [...chosen.keys()];
  const months = await monthsOf(ledger, scope, accounts);
  const companies = await companiesOf(ledger, scope, accounts);
  const profiles: AccountProfile[] = [];
  for (const figures of await queryMemberSummaries(ledger, scope, accounts)) {
    const account = figures.member.accountNumber;
    const sender = senders.find(({ member }) => member.accountNumber === account);
    const ownMonths = months.filter(({ accountNumber }) => accountNumber === account);
    profiles.push({
      reason: chosen.get(account) ?? 'busiest',
      figures,
      entries: ownMonths.reduce((sum, { entriesInPeriod }) => sum + entriesInPeriod, 0),
      sent: sender === undefined ? null : { cents: sender.outCents, mostTo: sender.mostTo },
      companies: companies.filter(({ accountNumber }) => accountNumber === account),
      months: ownMonths.slice(-PROFILE_MONTHS),
      alerts: await queryCitedAlerts(
        ledger,
        `account_number = $1 AND risk_level <> 'low'
         ORDER BY reviewed, risk_level = 'high' DESC, amount DESC, id LIMIT ${MAX_PROFILE_ALERTS}`,
        [account],
      ),
    });
  }
  return profiles;
}

/** Months up to the end of the period. The period may begin before the months that are drawn. */
function monthsOf(ledger: LedgerReader, { period }: ReportScope, accounts: readonly string[]) {
  const drawn = `${addMonths(monthOf(period.lastDay), 1 - PROFILE_MONTHS)}-01`;
  return MONTH.all(
    ledger,
    `SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credit_cents, sum(debits) AS debit_cents,
            coalesce(sum(credit_count + debit_count) FILTER (WHERE day >= $2), 0) AS entries_in_period
       FROM analytics.account_days
      WHERE account_number = ANY ($1) AND day BETWEEN least($2::date, $4::date) AND $3 GROUP BY 1, 2 ORDER BY 1, 2`,
    [accounts, period.firstDay, period.lastDay, drawn],
  );
}

/**
 * Reads the entries, because rollups do not know what a company paid one account in a period. Without a comparison, companies of
 * the days before are left out.
 */
function companiesOf(ledger: LedgerReader, scope: ReportScope, accounts: readonly string[]) {
  const { period, previous } = scope;
  const firstDay = isComparable(scope) ? previous.firstDay : period.firstDay;
  const sum = (type: string, is: string, name: string) =>
    `coalesce(sum(amount) FILTER (WHERE transaction_type = '${type}' AND event_date ${is} $2), 0) AS ${name}`;
  return COMPANY.all(
    ledger,
    `SELECT * FROM (
       SELECT account_number, company,
              coalesce(array_agg(DISTINCT entry_description) FILTER (WHERE entry_description IS NOT NULL), '{}') AS descriptions,
              ${sum('Credit', '>=', 'in_cents')}, ${sum('Debit', '>=', 'out_cents')},
              ${sum('Credit', '<', 'in_before_cents')}, ${sum('Debit', '<', 'out_before_cents')}
         FROM ledger.transactions
        WHERE account_number = ANY ($1) AND event_date BETWEEN $4 AND $3 AND ${IS_COUNTED_SQL}
        GROUP BY 1, 2) moved
      ORDER BY account_number, in_cents + out_cents DESC, in_before_cents + out_before_cents DESC, company`,
    [accounts, period.firstDay, period.lastDay, firstDay],
  );
}

/** As many accounts as there are reasons: the next is taken when one is chosen already. */
const CANDIDATES = 6;

export const individualAccountReport = defineReport(composer, queryIndividualAccounts);

async function queryIndividualAccounts(
  ledger: LedgerReader,
  scope: ReportScope,
): Promise<IndividualAccountData> {
  const { senders } = await queryTransferSenders(ledger, scope, await queryTransferStreams(ledger, scope));
  const outstanding = await candidatesByReason(ledger, scope);
  const candidates: [ProfileReason, readonly string[]][] = [
    [
      'alerts',
      await queryTexts(
        ledger,
        `SELECT account_number FROM analytics.counted_alerts WHERE NOT reviewed AND risk_level = 'high'
          GROUP BY 1 ORDER BY count(*) DESC, max(amount) DESC, account_number LIMIT ${CANDIDATES}`,
      ),
    ],
    ['risen', isComparable(scope) ? outstanding.risen : []],
    ['fallen', isComparable(scope) ? outstanding.fallen : []],
    ['largest', isComparable(scope) ? [] : outstanding.largest],
    ['sent', senders.map(({ member }) => member.accountNumber)],
    ['busiest', outstanding.busiest],
  ];
  const chosen = new Map<string, ProfileReason>();
  for (const [reason, accounts] of candidates) {
    const account = accounts.find((candidate) => !chosen.has(candidate));
    if (account !== undefined) chosen.set(account, reason);
  }
  return {
    flows: await queryFlows(ledger, scope),
    profiles: await queryProfiles(ledger, scope, { chosen, senders }),
  };
}

async function candidatesByReason(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
): Promise<Record<'risen' | 'fallen' | 'largest' | 'busiest', string[]>> {
  const largest = (reason: ProfileReason, size: string) => `
    (SELECT '${reason}' AS reason, account_number, ${size} AS size FROM sums WHERE ${size} > 0
      ORDER BY size DESC, account_number LIMIT ${CANDIDATES})`;
  const rows = await CANDIDATE.all(
    ledger,
    `WITH sums AS (
       SELECT account_number, coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now,
              coalesce(sum(credits) FILTER (WHERE day < $1), 0) AS before,
              coalesce(sum(credit_count + debit_count) FILTER (WHERE day >= $1), 0) AS entries
         FROM analytics.account_days WHERE day BETWEEN $3 AND $2 GROUP BY 1)
     ${largest('risen', 'now - before')} UNION ALL ${largest('fallen', 'before - now')} UNION ALL
     ${largest('largest', 'now')} UNION ALL ${largest('busiest', 'entries')}
     ORDER BY reason, size DESC, account_number`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  const of = (reason: ProfileReason) =>
    rows.filter((row) => row.reason === reason).map(({ accountNumber }) => accountNumber);
  return { risen: of('risen'), fallen: of('fallen'), largest: of('largest'), busiest: of('busiest') };
}
