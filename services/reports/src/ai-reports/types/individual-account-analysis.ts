import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  individualAccountAnalysis as composer,
  type IndividualAccountData,
  type ProfileReason,
} from '@clearwatch/domain/report-writing/types/individual-account-report';
import { textOf } from '@clearwatch/service-kit/database/row-readers';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherProfiles } from '../facts/profiles.ts';
import { gatherTransferSenders } from '../facts/transfer-senders.ts';
import { transferStreams } from '../facts/transfers.ts';
import { defineReport } from './define-report.ts';

/** As many accounts as there are reasons: the next is taken when one is chosen already. */
const CANDIDATES = 6;

export const individualAccountAnalysis = defineReport(composer, gather);

async function gather(ledger: LedgerFacts, asked: ReportScope): Promise<IndividualAccountData> {
  const { senders } = await gatherTransferSenders(ledger, asked, await transferStreams(ledger, asked));
  const outstanding = await outstandingOf(ledger, asked);
  const candidates: [ProfileReason, readonly string[]][] = [
    ['alerts', await alertedOf(ledger)],
    ['risen', isComparable(asked) ? outstanding.risen : []],
    ['fallen', isComparable(asked) ? outstanding.fallen : []],
    ['largest', isComparable(asked) ? [] : outstanding.largest],
    ['sent', senders.map(({ member }) => member.accountNumber)],
    ['busiest', outstanding.busiest],
  ];
  const chosen = new Map<string, ProfileReason>();
  for (const [reason, accounts] of candidates) {
    const account = accounts.find((candidate) => !chosen.has(candidate));
    if (account !== undefined) chosen.set(account, reason);
  }
  return {
    flows: await gatherFlows(ledger, asked),
    profiles: await gatherProfiles(ledger, asked, { chosen, senders }),
  };
}

async function alertedOf(ledger: LedgerFacts): Promise<string[]> {
  const rows = await ledger.rows(
    `SELECT account_number FROM analytics.counted_alerts WHERE NOT reviewed AND risk_level = 'high'
      GROUP BY 1 ORDER BY count(*) DESC, max(amount) DESC, account_number LIMIT ${CANDIDATES}`,
  );
  return rows.map((row) => textOf(row, 'account_number'));
}

async function outstandingOf(
  ledger: LedgerFacts,
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
