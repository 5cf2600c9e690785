import type { Asked } from '@clearwatch/domain/reports/asked';
import { isComparable } from '@clearwatch/domain/reports/topics/against-before';
import type { AskedMember, AskedPair } from '@clearwatch/domain/reports/types/custom/custom-data';
import type { NamesInPrompt } from '@clearwatch/domain/reports/types/custom/names-in-prompt';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { notedAlerts } from './alerts.ts';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { memberRefs } from './member-refs.ts';
import { ownFlows, toOwnFlows } from './own-flows.ts';

/** Namesakes are members of their own; a question that names a common name is answered for the largest. */
const MOST_MEMBERS = 3;
const MOST_COMPANIES = 3;
const MOST_ALERTS = 5;

/** Members that a question names, by name or account, those with most money in the period first. */
export async function askedMembers(
  ledger: LedgerFacts,
  { memberKeys, accountNumbers, accountEnds }: NamesInPrompt,
  asked: Asked,
): Promise<AskedMember[]> {
  const rows = await ledger.rows(
    `WITH named AS (
       SELECT account_number FROM ledger.members
        WHERE member_key = ANY ($5) OR account_number = ANY ($6) OR right(account_number, 4) = ANY ($7))
     SELECT n.account_number, ${ownFlows('d')}
       FROM named n LEFT JOIN analytics.account_days d ON d.account_number = n.account_number
        AND d.day BETWEEN least($1::date, $3::date) AND $2
      GROUP BY 1 ORDER BY coalesce(sum(d.credits + d.debits) FILTER (WHERE d.day BETWEEN $1 AND $2), 0) DESC, 1 LIMIT ${MOST_MEMBERS}`,
    [...daysOf(asked), memberKeys, accountNumbers, accountEnds],
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  const members: AskedMember[] = [];
  for (const row of rows) {
    const accountNumber = textOf(row, 'account_number');
    members.push({
      ...toOwnFlows(row),
      member: refOf(accountNumber),
      companies: await companiesOf(ledger, accountNumber, asked),
      alerts: await notedAlerts(
        ledger,
        `account_number = $1 ORDER BY reviewed, risk_level = 'high' DESC, activity_date DESC, id LIMIT ${MOST_ALERTS}`,
        [accountNumber],
      ),
    });
  }
  return members;
}

/** First and last day of the period and of the one before; of no days where that cannot be compared. */
export function daysOf(asked: Asked): string[] {
  const { period, previous } = asked;
  return [
    period.firstDay,
    period.lastDay,
    ...(isComparable(asked) ? [previous.firstDay, previous.lastDay] : [period.lastDay, period.firstDay]),
  ];
}

async function companiesOf(ledger: LedgerFacts, accountNumber: string, { period }: Asked) {
  const rows = await ledger.rows(
    `SELECT company, coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit'), 0) AS credits,
            coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit'), 0) AS debits
       FROM ledger.transactions
      WHERE account_number = $1 AND event_date BETWEEN $2 AND $3 AND entry_kind = 'money'
        AND import_id IN (SELECT import_id FROM analytics.projected_imports)
      GROUP BY 1 ORDER BY sum(amount) DESC, 1 LIMIT ${MOST_COMPANIES}`,
    [accountNumber, period.firstDay, period.lastDay],
  );
  return rows.map((row: Row) => ({
    company: textOf(row, 'company'),
    creditCents: centsIn(row, 'credits'),
    debitCents: centsIn(row, 'debits'),
  }));
}

/** What each of the members moved with each of the companies in the period. */
export async function askedPairs(
  ledger: LedgerFacts,
  { members, companies }: { members: readonly AskedMember[]; companies: readonly string[] },
  { period }: Asked,
): Promise<AskedPair[]> {
  const pairs: AskedPair[] = [];
  for (const { member } of members) {
    const rows = await ledger.rows(
      `SELECT c.company, coalesce(sum(t.amount) FILTER (WHERE t.transaction_type = 'Credit'), 0) AS credits,
              coalesce(sum(t.amount) FILTER (WHERE t.transaction_type = 'Debit'), 0) AS debits, count(t.id) AS entries
         FROM unnest($4::text[]) WITH ORDINALITY AS c (company, place)
         LEFT JOIN ledger.transactions t ON t.account_number = $1 AND t.company = c.company AND t.entry_kind = 'money'
          AND t.event_date BETWEEN $2 AND $3 AND t.import_id IN (SELECT import_id FROM analytics.projected_imports)
        GROUP BY c.company, c.place ORDER BY c.place`,
      [member.accountNumber, period.firstDay, period.lastDay, companies],
    );
    for (const row of rows)
      pairs.push({
        member,
        company: textOf(row, 'company'),
        creditCents: centsIn(row, 'credits'),
        debitCents: centsIn(row, 'debits'),
        entries: integerOf(row, 'entries'),
      });
  }
  return pairs;
}
