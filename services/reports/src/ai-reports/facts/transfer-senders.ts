import type { Cents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { TransferSender, Transfers } from '@clearwatch/domain/report-writing/sections/transfer-sections';
import { textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import { COUNTED, type DescribedStream, joinStreams, streamArrays } from './described-money.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { memberRefs } from './member-refs.ts';

const MOST_SENDERS = 8;
const MOST_CHANGED = 3;
/** Accounts whose periods are summed first; ever more only while the largest could still be among the others. */
const SUMMED_FIRST = 2_000;
const SUMMED_GROWTH = 10;

interface SenderSums extends Omit<TransferSender, 'member'> {
  account: string;
}

/**
 * Who sent most in the period, and for whom that changed most. Rollups hold what an account sent to a company over all time,
 * which neither period exceeds: whoever sent less over all time than the last of the listed in one period is not among them.
 */
export async function gatherTransferSenders(
  ledger: LedgerFacts,
  asked: ReportScope,
  streams: readonly DescribedStream[],
): Promise<Pick<Transfers, 'senders' | 'changed'>> {
  const companies = [...new Set(streams.map(({ company }) => company))];
  let summed: SenderSums[] = [];
  let offset = 0;
  for (let limit = SUMMED_FIRST; ; limit *= SUMMED_GROWTH) {
    const next = await ledger.rows(
      `SELECT account_number, sum(debits) AS sent FROM analytics.company_accounts
        WHERE company = ANY ($1) AND debits > 0 AND first_day <= $3 AND last_day >= $2
        GROUP BY 1 ORDER BY sent DESC, account_number LIMIT $4 OFFSET $5`,
      [companies, asked.previous.firstDay, asked.period.lastDay, limit, offset],
    );
    const accounts = next.map((row) => textOf(row, 'account_number'));
    summed = [...summed, ...(await sumsOf(ledger, asked, { accounts, streams }))];
    const least = Math.min(
      sentBy(bySent(summed)[MOST_SENDERS - 1]),
      changeOf(byChange(summed)[MOST_CHANGED - 1]),
    );
    const last = next.at(-1);
    if (last === undefined || next.length < limit || centsIn(last, 'sent') < least) break;
    offset += limit;
  }
  const senders = bySent(summed).filter((sums) => sentBy(sums) > 0);
  const changed = byChange(summed).filter((sums) => changeOf(sums) > 0);
  const refOf = await memberRefs(
    ledger,
    [...senders, ...changed].map(({ account }) => account),
  );
  const named = ({ account, ...sums }: SenderSums): TransferSender => ({ member: refOf(account), ...sums });
  return { senders: senders.map(named), changed: changed.map(named) };
}

/** Of these accounts, those that could be listed. */
async function sumsOf(
  ledger: LedgerFacts,
  { period, previous }: ReportScope,
  { accounts, streams }: { accounts: readonly string[]; streams: readonly DescribedStream[] },
): Promise<SenderSums[]> {
  const rows = await ledger.rows(
    `SELECT * FROM (
       SELECT account_number, sum(out_now) AS out_now, sum(out_before) AS out_before, sum(in_now) AS in_now,
              (array_agg(company ORDER BY out_now DESC, out_before DESC, company))[1] AS most_to,
              row_number() OVER (ORDER BY sum(out_now) DESC, account_number) AS by_sent,
              row_number() OVER (ORDER BY abs(sum(out_now) - sum(out_before)) DESC, account_number) AS by_change
         FROM (SELECT t.account_number, t.company,
                      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND event_date >= $2), 0) AS out_now,
                      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND event_date < $2), 0) AS out_before,
                      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit' AND event_date >= $2), 0) AS in_now
                 FROM ledger.transactions t ${joinStreams(5)}
                WHERE t.account_number = ANY ($1) AND t.event_date BETWEEN $4 AND $3 AND ${COUNTED}
                GROUP BY 1, 2) sums
        GROUP BY 1) ranked
      WHERE by_sent <= ${MOST_SENDERS} OR by_change <= ${MOST_CHANGED}`,
    [accounts, period.firstDay, period.lastDay, previous.firstDay, ...streamArrays(streams)],
  );
  return rows.map((row) => ({
    account: textOf(row, 'account_number'),
    outCents: centsIn(row, 'out_now'),
    outBeforeCents: centsIn(row, 'out_before'),
    inCents: centsIn(row, 'in_now'),
    mostTo: textOf(row, 'most_to'),
  }));
}
const sentBy = (sums: SenderSums | undefined): Cents => sums?.outCents ?? 0;
const changeOf = (sums: SenderSums | undefined): Cents =>
  sums === undefined ? 0 : Math.abs(sums.outCents - sums.outBeforeCents);
const inOrder = (left: SenderSums, right: SenderSums) => (left.account < right.account ? -1 : 1);
const bySent = (sums: readonly SenderSums[]) =>
  sums.toSorted((left, right) => sentBy(right) - sentBy(left) || inOrder(left, right)).slice(0, MOST_SENDERS);
const byChange = (sums: readonly SenderSums[]) =>
  sums
    .toSorted((left, right) => changeOf(right) - changeOf(left) || inOrder(left, right))
    .slice(0, MOST_CHANGED);
