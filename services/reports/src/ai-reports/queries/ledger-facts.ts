import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { daysIn, periodEndingAt } from '@clearwatch/domain/calendar/period';
import { DAYS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { displayName } from '@clearwatch/domain/members/member-names';
import { type Cents, parseCents } from '@clearwatch/domain/money/cents';
import { FactSheet } from '@clearwatch/domain/report-writing/fact-sheet';
import {
  limitToLedger,
  type ReportComposer,
  type ReportScope,
} from '@clearwatch/domain/report-writing/report-composer';
import type { MemberRef } from '@clearwatch/domain/report-writing/sections/member-figures';
import { moneyOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** A `numeric` of a row, or a sum of such, as cents. */
export function centsIn(row: Row, column: string): Cents {
  return parseCents(moneyOf(row, column));
}

/** Facts over years of a large ledger take a while, and a job has time; a minute each is where something is wrong. */
const STATEMENT_LIMIT_MS = 120_000;

/** What the queries of reports ask: one unchanging state of ledger and figures. */
export interface LedgerReader {
  rows(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

@Injectable()
export class LedgerSnapshot {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** All facts of one report come from one moment: an import that ends meanwhile is not half in it. Writes nothing. */
  async read<T>(work: (facts: LedgerReader) => Promise<T>): Promise<T> {
    const runner = this.database.createQueryRunner();
    await runner.connect();
    try {
      await runner.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await runner.query(`SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}`);
      const result = await work({
        rows: (sql, parameters = []) => runner.query(sql, [...parameters]) as Promise<Row[]>,
      });
      await runner.query('COMMIT');
      return result;
    } catch (error) {
      await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Days that the figures of the member list cover: a year that ends with the ledger, or as much as the ledger has of it. */
export function daysOfMemberList({ asOf, firstDay }: Pick<ReportScope, 'asOf' | 'firstDay'>): number {
  const year = periodEndingAt({ asOf, days: DAYS_PER_YEAR });
  return daysIn(year.firstDay < firstDay ? { firstDay, lastDay: asOf } : year);
}

/** The members of these accounts as people read them; an account that no member has is called by its number. */
export async function memberRefs(
  ledger: LedgerReader,
  accounts: readonly string[],
): Promise<(accountNumber: string) => MemberRef> {
  const rows =
    accounts.length === 0
      ? []
      : await ledger.rows(
          `SELECT account_number, first_name, last_name, company FROM ledger.members WHERE account_number = ANY ($1)`,
          [[...new Set(accounts)]],
        );
  const names = new Map(rows.map((row) => [textOf(row, 'account_number'), nameOf(row)]));
  return (accountNumber) => ({
    accountNumber,
    name:
      names.get(accountNumber) ??
      displayName({ firstName: null, lastName: null, company: null, accountNumber }),
  });
}

function nameOf(row: Row): string {
  return displayName({
    firstName: textOf(row, 'first_name'),
    lastName: textOf(row, 'last_name'),
    company: textOf(row, 'company'),
    accountNumber: textOf(row, 'account_number'),
  });
}

/** One type of report, from its questions to the ledger to the written document. */
export interface ReportDefinition {
  readonly type: ReportType;
  readonly purpose: string;
  /** Asks the ledger, and composes by rules what the answers say. */
  write(ledger: LedgerReader, scope: ReportScope): Promise<{ document: ReportDocument; facts: Fact[] }>;
}

/** Ties the questions of a report to the composer that words their answers. */
export function defineReport<Data>(
  composer: ReportComposer<Data>,
  gather: (ledger: LedgerReader, scope: ReportScope) => Promise<Data>,
): ReportDefinition {
  return {
    type: composer.type,
    purpose: composer.purpose,
    async write(ledger, given) {
      const scope = limitToLedger(given);
      const sheet = new FactSheet();
      const document = composer.compose(await gather(ledger, scope), { asked: scope, sheet });
      return { document, facts: sheet.list() };
    },
  };
}
