import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { daysIn, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { displayName } from '@clearwatch/domain/members/member-names';
import { FactSheet } from '@clearwatch/domain/report-writing/fact-sheet';
import {
  limitToLedger,
  type ReportComposer,
  type ReportScope,
} from '@clearwatch/domain/report-writing/report-composer';
import type { MemberRef } from '@clearwatch/domain/report-writing/sections/member-figures';
import { RowReader, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Facts over years of a large ledger take a while. A statement of two minutes means that something is wrong. */
const STATEMENT_LIMIT_MS = 120_000;

/** One snapshot of the ledger and its figures. */
export type LedgerReader = SqlReader;

@Injectable()
export class LedgerSnapshot {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** All facts of one report come from one moment: an import that ends meanwhile is not half in it. Writes nothing. */
  read<T>(work: (ledger: LedgerReader) => Promise<T>): Promise<T> {
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      await manager.query(`SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}`);
      return work(manager);
    });
  }
}

/** Entries of `ledger.transactions` that rollups count. */
export const IS_COUNTED_SQL = `entry_kind = 'money' AND import_id IN (SELECT import_id FROM analytics.projected_imports)`;

/** Days that the figures of the member list cover: a year that ends with the ledger, or as much as the ledger has of it. */
export function daysOfMemberList({ asOf, firstDay }: Pick<ReportScope, 'asOf' | 'firstDay'>): number {
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return daysIn(year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year);
}

const MEMBER = new RowReader({ text: ['accountNumber', 'firstName', 'lastName', 'company'] });

/** The members of these accounts by name; an account without a member by its number. */
export async function memberRefs(
  ledger: LedgerReader,
  accounts: readonly string[],
): Promise<(accountNumber: string) => MemberRef> {
  const members =
    accounts.length === 0
      ? []
      : await MEMBER.all(
          ledger,
          'SELECT account_number, first_name, last_name, company FROM ledger.members WHERE account_number = ANY ($1)',
          [[...new Set(accounts)]],
        );
  const names = new Map(members.map((member) => [member.accountNumber, displayName(member)]));
  return (accountNumber) => ({
    accountNumber,
    name:
      names.get(accountNumber) ??
      displayName({ firstName: null, lastName: null, company: null, accountNumber }),
  });
}

/** Rows of accounts with the member instead of the account. */
export async function withMembers<R extends { accountNumber: string }>(
  ledger: LedgerReader,
  rows: readonly R[],
): Promise<(Omit<R, 'accountNumber'> & { member: MemberRef })[]> {
  const refOf = await memberRefs(
    ledger,
    rows.map(({ accountNumber }) => accountNumber),
  );
  return rows.map(({ accountNumber, ...row }) => ({ ...row, member: refOf(accountNumber) }));
}

/** One type of report, from its queries to the composed document. */
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
