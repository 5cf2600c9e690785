import type { Period } from '@clearwatch/domain/calendar/period';
import { activeMonthsFirstDay } from '@clearwatch/domain/companies/company-activity';
import type { ReturnTally } from '@clearwatch/domain/companies/company-return-rates';
import { counterpartyOf, kindFromDescriptions } from '@clearwatch/domain/companies/counterparty';
import type { CounterpartyKind } from '@clearwatch/domain/companies/counterparty-table';
import { type Cents, parseCents } from '@clearwatch/domain/money/cents';
import {
  dayOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textArrayOf,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  ACCOUNTS_SQL,
  ALERTS_SQL,
  CODES_SQL,
  DAYS_SQL,
  DESCRIPTIONS_SQL,
  RETURNS_SQL,
} from './company-material.sql.ts';
import type { CompanyMaterial } from './company-material.ts';

type ReturnCounts = Omit<ReturnTally, 'debits'>;
export type Returns = ReadonlyMap<string, ReturnCounts>;
/** What companies are by the descriptions of their entries; those that these do not tell are missing. */
export type DescribedKinds = ReadonlyMap<string, CounterpartyKind>;
const NO_RETURNS: ReturnCounts = { unauthorized: 0, administrative: 0, all: 0 };

@Injectable()
export class CompanyMaterialRepository {
  /** What came back of all companies; those without any are missing. */
  async returnsAsOf(manager: EntityManager, asOf: string): Promise<Returns> {
    const rows = await manager.query<Row[]>(RETURNS_SQL, [asOf]);
    return new Map(rows.map((row) => [textOf(row, 'company'), talliedIn(row)]));
  }

  /** Of these companies, those whose names do not say what they are. */
  async describedAsOf(
    manager: EntityManager,
    companies: readonly string[],
    asOf: string,
  ): Promise<DescribedKinds> {
    const untold = companies.filter((company) => counterpartyOf(company).kind === 'unknown');
    if (untold.length === 0) return new Map();
    const rows = await manager.query<Row[]>(DESCRIPTIONS_SQL, [untold, asOf]);
    const saidBy = Map.groupBy(rows, (row) => textOf(row, 'company'));
    const kinds = new Map<string, CounterpartyKind>();
    for (const [company, said] of saidBy) {
      const kind = kindFromDescriptions(
        company,
        said.map((row) => ({
          entryDescription: textOf(row, 'description'),
          transactionType: textOf(row, 'type') === 'Credit' ? 'Credit' : 'Debit',
          entries: integerOf(row, 'entries'),
        })),
      );
      if (kind !== null) kinds.set(company, kind);
    }
    return kinds;
  }

  /** Companies whose rows count other returns than these. */
  async withOtherReturns(manager: EntityManager, returns: Returns): Promise<string[]> {
    const rows = await manager.query<Row[]>(
      `SELECT company, (details -> 'returns' ->> 'all')::integer AS returns,
              (details -> 'returns' ->> 'unauthorized')::integer AS unauthorized,
              (details -> 'returns' ->> 'administrative')::integer AS administrative
         FROM analytics.company_figures
        WHERE (details -> 'returns' ->> 'all')::integer > 0 OR company = ANY ($1)`,
      [[...returns.keys()]],
    );
    return rows
      .filter((row) => {
        const counted = returns.get(textOf(row, 'company')) ?? NO_RETURNS;
        const kept = talliedIn(row);
        return (
          kept.all !== counted.all ||
          kept.unauthorized !== counted.unauthorized ||
          kept.administrative !== counted.administrative
        );
      })
      .map((row) => textOf(row, 'company'));
  }

  /** What the rollups say of these companies; one without any entry is missing. */
  async materialOf(
    manager: EntityManager,
    companies: readonly string[],
    {
      asOf,
      year,
      returns,
      described,
    }: { asOf: string; year: Period; returns: Returns; described: DescribedKinds },
  ): Promise<CompanyMaterial[]> {
    const days = await manager.query<Row[]>(DAYS_SQL, [
      companies,
      asOf,
      year.firstDay,
      year.lastDay,
      activeMonthsFirstDay(asOf),
    ]);
    const codes = byCompany(await manager.query<Row[]>(CODES_SQL, [companies, asOf]));
    const alerts = byCompany(await manager.query<Row[]>(ALERTS_SQL, [companies, asOf]));
    const accounts = byCompany(
      await manager.query<Row[]>(ACCOUNTS_SQL, [
        days.map((row) => textOf(row, 'company')),
        days.map((row) => nullable(dayOf, row, 'first_day')),
      ]),
    );
    return days.map((row) => {
      const company = textOf(row, 'company');
      const returnable = integerOf(row, 'returnable');
      const alerted = alerts.get(company);
      return {
        company,
        describedKind: described.get(company) ?? null,
        ...ofDays(row),
        ...ofCodes(theRow(codes, company)),
        ...ofAccounts(theRow(accounts, company)),
        returns: {
          debits: returnable,
          ...(returns.get(company) ?? NO_RETURNS),
        },
        membersInHighAlerts: alerted === undefined ? 0 : integerOf(alerted, 'members'),
      };
    });
  }
}

function talliedIn(row: Row): ReturnCounts {
  return {
    unauthorized: integerOf(row, 'unauthorized'),
    administrative: integerOf(row, 'administrative'),
    all: integerOf(row, 'returns'),
  };
}

function byCompany(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [textOf(row, 'company'), row]));
}

/** Rollups are written together: a company that has days has accounts and codes. */
function theRow(rows: Map<string, Row>, company: string): Row {
  const row = rows.get(company);
  if (row === undefined) throw new Error('a company is in one rollup and not in another');
  return row;
}

const centsIn = (row: Row, column: string): Cents => parseCents(moneyOf(row, column));

function ofDays(row: Row) {
  return {
    firstDay: nullable(dayOf, row, 'first_day'),
    lastDay: nullable(dayOf, row, 'last_day'),
    creditCents: centsIn(row, 'credits'),
    debitCents: centsIn(row, 'debits'),
    transactions: integerOf(row, 'transactions'),
    yearCreditCents: centsIn(row, 'year_credits'),
    yearDebitCents: centsIn(row, 'year_debits'),
    batchDays: textArrayOf(row, 'batch_days'),
    debits: integerOf(row, 'debits_lately'),
    weekendDebits: integerOf(row, 'weekend_debits'),
  };
}

function ofCodes(row: Row) {
  return {
    peakCents: centsIn(row, 'peak'),
    recent: {
      peakCents: centsIn(row, 'recent_peak'),
      volumeCents: centsIn(row, 'recent_volume'),
      transactions: integerOf(row, 'recent_transactions'),
      internationalEntries: integerOf(row, 'international'),
    },
  };
}

function ofAccounts(row: Row) {
  return {
    members: integerOf(row, 'members'),
    debitedAccounts: integerOf(row, 'debited'),
    debitedAtOnce: integerOf(row, 'debited_at_once'),
  };
}
