import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { isReturnedDebitSql } from '@clearwatch/contracts/returned-debit.sql';
import { daysIn, type Period, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { displayName } from '@clearwatch/domain/members/member-names';
import { FactSheet } from '@clearwatch/domain/report-writing/fact-sheet';
import {
  limitToLedger,
  type ReportComposer,
  type ReportScope,
} from '@clearwatch/domain/report-writing/report-composer';
import type { MemberRef } from '@clearwatch/domain/report-writing/sections/member-figures';
import { queryInteger, queryTexts, RowReader, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { asTemplate, type Sql, sql } from '../../sql-template.ts';

export type LedgerReader = SqlReader;

type Columns = ConstructorParameters<typeof RowReader>[0];

/** Reads rows with these columns (`RowReader`). `one` is for a query that always returns a row. */
export function fields<const C extends Columns>(columns: C) {
  const reader = new RowReader(columns);
  return {
    read: reader.read,
    all: (ledger: LedgerReader, ...parameters: unknown[]) =>
      asTemplate((query) => reader.all(ledger, query, parameters)),
    one: (ledger: LedgerReader, ...parameters: unknown[]) =>
      asTemplate((query) => reader.one(ledger, query, parameters)),
  };
}

export const textsOf = (ledger: LedgerReader, ...parameters: unknown[]) =>
  asTemplate((query) => queryTexts(ledger, query, parameters));

export const integerOf = (ledger: LedgerReader, ...parameters: unknown[]) =>
  asTemplate((query) => queryInteger(ledger, query, parameters));

export const omit = <R extends object, K extends keyof R & string>(row: R, ...names: K[]): Omit<R, K> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name as K))) as Omit<R, K>;

/** The first and last days of each period, as query parameters. */
export const boundsOf = (...periods: Period[]) => periods.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]);

/** Entries in `ledger.transactions` that the rollups include. */
export const IS_COUNTED_SQL = sql`entry_kind = 'money' AND import_id IN (SELECT import_id FROM analytics.projected_imports)`;

/**
 * Condition for a returned debit in `ledger.entry_returns r` and `ledger.transactions t`. Typed here because
 * the contracts package has no `Sql` type.
 */
export const IS_RETURNED_DEBIT_SQL = isReturnedDebitSql({ entry: 't', noted: 'r' }) as Sql;

/** Days covered by member list figures: the last year, or the part of it that the ledger covers. */
export function daysOfMemberList({ asOf, firstDay }: Pick<ReportScope, 'asOf' | 'firstDay'>): number {
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return daysIn(year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year);
}

/** Member names by account, or the account number if there is no member. */
export async function memberRefs(ledger: LedgerReader, accounts: readonly string[]) {
  const members =
    accounts.length === 0
      ? []
      : await new RowReader({ text: ['accountNumber', 'firstName', 'lastName', 'company'] }).all(
          ledger,
          'SELECT account_number, first_name, last_name, company FROM ledger.members WHERE account_number = ANY ($1)',
          [[...new Set(accounts)]],
        );
  const names = new Map(members.map((member) => [member.accountNumber, displayName(member)]));
  return (accountNumber: string): MemberRef => ({
    accountNumber,
    name: names.get(accountNumber) ?? displayName({ firstName: null, lastName: null, company: null, accountNumber }),
  });
}

export const accountsIn = (rows: readonly { accountNumber: string }[]) =>
  rows.map(({ accountNumber }) => accountNumber);

export async function withMembers<R extends { accountNumber: string }>(
  ledger: LedgerReader,
  rows: readonly R[],
): Promise<(Omit<R, 'accountNumber'> & { member: MemberRef })[]> {
  const refOf = await memberRefs(ledger, accountsIn(rows));
  return rows.map(({ accountNumber, ...row }) => ({ ...row, member: refOf(accountNumber) }));
}

export interface ReportDefinition {
  readonly type: ReportType;
  readonly purpose: string;
  write(ledger: LedgerReader, scope: ReportScope): Promise<{ document: ReportDocument; facts: Fact[] }>;
}

export function defineReport<Data>(
  composer: ReportComposer<Data>,
  gather: (ledger: LedgerReader, scope: ReportScope) => Promise<Data>,
): ReportDefinition {
  return {
    type: composer.type,
    purpose: composer.purpose,
    async write(ledger, requestedScope) {
      const scope = limitToLedger(requestedScope);
      const sheet = new FactSheet();
      const document = composer.compose(await gather(ledger, scope), { scope, sheet });
      return { document, facts: sheet.list() };
    },
  };
}
