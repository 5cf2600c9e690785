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
import { integerOf, type Row, textArrayOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { queryCitedAlerts } from '../queries/alert-queries.ts';
import { centsIn, defineReport, type LedgerReader } from '../queries/ledger-facts.ts';
import { queryMemberSummaries } from '../queries/member-queries.ts';
import { queryFlows } from '../queries/money-flow-queries.ts';
import { queryTransferSenders, queryTransferStreams } from '../queries/transfer-queries.ts';

const PROFILE_MONTHS = 12;
const MAX_PROFILE_ALERTS = 5;

/** All that there is to say of each account that was chosen, in the order of the choice. */
async function queryProfiles(
  ledger: LedgerReader,
  scope: ReportScope,
  { chosen, senders }: { chosen: ReadonlyMap<string, ProfileReason>; senders: readonly TransferSender[] },
): Promise<AccountProfile[]> {
  const accounts = [...chosen.keys()];
  const standings = await queryMemberSummaries(ledger, scope, accounts);
  const months = Map.groupBy(await monthsOf(ledger, scope, accounts), accountOf);
  const companies = Map.groupBy(await companiesOf(ledger, scope, accounts), accountOf);
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
      months: of.slice(-PROFILE_MONTHS).map((row) => ({
        month: textOf(row, 'month'),
        creditCents: centsIn(row, 'credits'),
        debitCents: centsIn(row, 'debits'),
      })),
      alerts: await queryCitedAlerts(
        ledger,
        `account_number = $1 AND risk_level <> 'low'
         ORDER BY reviewed, risk_level = 'high' DESC, amount DESC, id LIMIT ${MAX_PROFILE_ALERTS}`,
        [accountNumber],
      ),
    });
  }
  return profiles;
}

/** Months up to the end of the period; those of the period may lie further back than is drawn. */
function monthsOf(
  ledger: LedgerReader,
  { period }: ReportScope,
  accounts: readonly string[],
): Promise<Row[]> {
  const drawn = `${addMonths(monthOf(period.lastDay), 1 - PROFILE_MONTHS)}-01`;
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
function companiesOf(ledger: LedgerReader, scope: ReportScope, accounts: readonly string[]): Promise<Row[]> {
  const { period, previous } = scope;
  const firstDay = isComparable(scope) ? previous.firstDay : period.firstDay;
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
    ['alerts', await alertedOf(ledger)],
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

async function alertedOf(ledger: LedgerReader): Promise<string[]> {
  const rows = await ledger.rows(
    `SELECT account_number FROM analytics.counted_alerts WHERE NOT reviewed AND risk_level = 'high'
      GROUP BY 1 ORDER BY count(*) DESC, max(amount) DESC, account_number LIMIT ${CANDIDATES}`,
  );
  return rows.map((row) => textOf(row, 'account_number'));
}

async function candidatesByReason(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
): Promise<Record<'risen' | 'fallen' | 'largest' | 'busiest', string[]>> {
  const rows = await ledger.rows(
    `WITH sums AS (
       SELECT account_number, coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now,
              coalesce(sum(credits) FILTER (WHERE day < $1), 0) AS before,
              coalesce(sum(credit_count + debit_count) FILTER (WHERE day >= $1), 0) AS entries
         FROM analytics.account_days WHERE day BETWEEN $3 AND $2 GROUP BY 1)
     (SELECT 'risen' AS reason, account_number, now - before AS size FROM sums WHERE now > before
       ORDER BY size DESC, account_number LIMIT ${CANDIDATES})
     UNION ALL
     (SELECT 'fallen', account_number, before - now AS size FROM sums WHERE now < before
       ORDER BY size DESC, account_number LIMIT ${CANDIDATES})
     UNION ALL
     (SELECT 'largest', account_number, now AS size FROM sums WHERE now > 0
       ORDER BY size DESC, account_number LIMIT ${CANDIDATES})
     UNION ALL
     (SELECT 'busiest', account_number, entries AS size FROM sums WHERE entries > 0
       ORDER BY size DESC, account_number LIMIT ${CANDIDATES})
     ORDER BY reason, size DESC, account_number`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  const of = (reason: ProfileReason) =>
    rows.filter((row) => textOf(row, 'reason') === reason).map((row) => textOf(row, 'account_number'));
  return { risen: of('risen'), fallen: of('fallen'), largest: of('largest'), busiest: of('busiest') };
}
