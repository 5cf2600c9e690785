import { addDays, weekdayOf } from '@clearwatch/domain/calendar/day';
import { activeMonthsFirstDay } from '@clearwatch/domain/companies/company-activity';
import { kindFromDescriptions } from '@clearwatch/domain/companies/counterparty';
import { parseCents } from '@clearwatch/domain/money/cents';
import type { Client } from 'pg';
import type { CompanyMaterial, Judging } from '../companies/figures/company-material.ts';
import { toCompanyFigures } from '../companies/figures/to-company-figures.ts';

interface Entry {
  company: string;
  account: string;
  cents: number;
  type: 'Credit' | 'Debit';
  isMoney: boolean;
  isInternational: boolean;
  day: string | null;
  description: string | null;
}

/** The rows of the company list against a count over the whole ledger, entry by entry; it holds no returns and no alerts. */
export async function expectCompanyFiguresToEqualARecount(client: Client, judging: Judging): Promise<void> {
  const { rows } = await client.query(
    `SELECT company, account_number AS account, amount, transaction_type AS type, entry_kind = 'money' AS "isMoney",
            coalesce(class = 'IAT', false) AS "isInternational", event_date::text AS day,
            entry_description AS description FROM ledger.transactions`,
  );
  const entries: Entry[] = rows.map((row) => ({ ...row, cents: parseCents(row.amount) }));
  const companies = [...Map.groupBy(entries, ({ company }) => company)];
  const recounted = companies
    .map(([company, own]) => toCompanyFigures(materialOf(company, own, judging), judging))
    .map(({ riskLevel, ...figures }) => ({ ...figures, risk: ['low', 'medium', 'high'].indexOf(riskLevel) }));
  const { rows: kept } = await client.query(
    `SELECT company, members, transactions, credits, debits, score, risk, first_day::text AS "firstDay",
            nullif(last_day, '-infinity')::text AS "lastDay", details
       FROM analytics.company_figures`,
  );
  const byName = (list: { company: string }[]) =>
    list.toSorted((left, right) => (left.company < right.company ? -1 : 1));
  expect(byName(kept)).toEqual(byName(recounted));
  expect(kept.length).toBeGreaterThan(0);
}

function materialOf(company: string, entries: Entry[], judging: Judging): CompanyMaterial {
  const { asOf } = judging;
  const days = entries.flatMap(({ day }) => (day === null ? [] : [day])).toSorted();
  const isWithin = (count: number) => (entry: Entry) =>
    entry.day !== null && entry.day <= asOf && entry.day > addDays(asOf, -count);
  const money = entries.filter(({ isMoney }) => isMoney);
  const debits = money.filter(({ type }) => type === 'Debit');
  const recent = money.filter(isWithin(90));
  const firstDebits = Map.groupBy(debits, ({ account }) => account);
  const firstDay = days[0] ?? null;
  return {
    company,
    describedKind: kindFromDescriptions(
      company,
      recent.map(({ description, type }) => ({
        entryDescription: description,
        transactionType: type,
        entries: 1,
      })),
    ),
    firstDay,
    lastDay: days.at(-1) ?? null,
    creditCents: sumOf(money.filter(({ type }) => type === 'Credit')),
    debitCents: sumOf(debits),
    transactions: money.length,
    yearCreditCents: sumOf(money.filter(({ type }) => type === 'Credit').filter(isWithin(365))),
    yearDebitCents: sumOf(debits.filter(isWithin(365))),
    batchDays: [...new Set(days)].filter((day) => day <= asOf && day >= activeMonthsFirstDay(asOf)),
    debits: debits.filter(isWithin(90)).length,
    weekendDebits: debits.filter(isWithin(90)).filter(({ day }) => isWeekend(day)).length,
    members: new Set(entries.map(({ account }) => account)).size,
    debitedAccounts: firstDebits.size,
    debitedAtOnce: [...firstDebits.values()].filter((own) => {
      const first = own.flatMap(({ day }) => (day === null ? [] : [day])).toSorted()[0];
      return first !== undefined && firstDay !== null && first < addDays(firstDay, 3);
    }).length,
    peakCents: peakOf(money),
    recent: {
      peakCents: peakOf(recent),
      volumeCents: sumOf(recent),
      transactions: recent.length,
      internationalEntries: entries.filter(isWithin(90)).filter(({ isInternational }) => isInternational)
        .length,
    },
    returns: { debits: debits.filter(isWithin(60)).length, unauthorized: 0, administrative: 0, all: 0 },
    membersInHighAlerts: 0,
  };
}

const sumOf = (entries: Entry[]) => entries.reduce((sum, { cents }) => sum + cents, 0);
const peakOf = (entries: Entry[]) => Math.max(0, ...entries.map(({ cents }) => cents));

function isWeekend(day: string | null): boolean {
  return day !== null && (weekdayOf(day) === 0 || weekdayOf(day) === 6);
}
