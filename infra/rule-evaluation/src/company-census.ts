import { type Day, dayFromEpoch, isWeekend, monthOf } from '@clearwatch/domain/calendar/day';
import { isSpray, SPRAY_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { UNKNOWN_COMPANY_KEY } from '@clearwatch/domain/detection/company-key';
import { type CompanyTable, isKnownCompany } from '@clearwatch/domain/detection/company-table';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { DetectionContext } from '@clearwatch/domain/detection/detector';

/** Of the accounts that use a company, the share whose arrival says whether they came together. */
const ARRIVED_SHARE = 0.8;

interface CompanyCount {
  /** Day of each account's first entry; `Infinity` when none has a date. */
  firstDays: Map<string, number>;
  firstDebits: Map<string, number>;
  months: Set<string>;
}

/**
 * What the whole institution lends to the analysis of each member, counted from the entries themselves: for ledgers that
 * lie in memory. Memory grows with the number of pairs of company and account.
 */
export class CompanyCensus {
  readonly #companies = new Map<string, CompanyCount>();
  readonly #accounts = new Set<string>();
  #firstDay = Infinity;
  #dated = 0;
  #weekend = 0;

  add(entry: Entry): void {
    const day = entry.epochDay ?? Infinity;
    this.#accounts.add(entry.accountNumber);
    if (entry.companyKey !== UNKNOWN_COMPANY_KEY) this.#count(this.#companyOf(entry.companyKey), entry);
    if (entry.day === null) return;
    this.#firstDay = Math.min(this.#firstDay, day);
    this.#dated += 1;
    if (isWeekend(day)) this.#weekend += 1;
  }

  #count(company: CompanyCount, entry: Entry): void {
    const day = entry.epochDay ?? Infinity;
    keepEarliest(company.firstDays, entry.accountNumber, day);
    if (entry.entryKind === 'money' && entry.transactionType === 'Debit')
      keepEarliest(company.firstDebits, entry.accountNumber, day);
    if (entry.day !== null) company.months.add(monthOf(entry.day));
  }

  /** Everything of a context but the policy. @throws RangeError while no entry has a date */
  institution(): Omit<DetectionContext, 'policy'> {
    if (this.#firstDay === Infinity) throw new RangeError('a ledger without dated entries has no first day');
    const ledgerFirstDay = dayFromEpoch(this.#firstDay);
    return {
      companies: this.#table(ledgerFirstDay),
      ledgerFirstDay,
      weekendShare: this.#weekend / this.#dated,
    };
  }

  #table(ledgerFirstDay: Day): CompanyTable {
    const rows = new Map(
      [...this.#companies].map(([key, company]) => [
        key,
        toCompanyRow(company, { ledgerFirstDay, ledgerAccounts: this.#accounts.size }),
      ]),
    );
    return {
      accountsUsing: (key) => rows.get(key)?.accounts ?? 0,
      isKnown: (key) => key === UNKNOWN_COMPANY_KEY || (rows.get(key)?.isKnown ?? false),
      firstSeen: (key) => rows.get(key)?.firstDay ?? null,
      isSpray: (key) => rows.get(key)?.isSpray ?? false,
      debitsOnArrival: (key) => rows.get(key)?.debits ?? null,
    };
  }

  #companyOf(key: string): CompanyCount {
    let company = this.#companies.get(key);
    if (company === undefined) {
      company = { firstDays: new Map(), firstDebits: new Map(), months: new Set() };
      this.#companies.set(key, company);
    }
    return company;
  }
}

function toCompanyRow(
  { firstDays, firstDebits, months }: CompanyCount,
  { ledgerFirstDay, ledgerAccounts }: { ledgerFirstDay: Day; ledgerAccounts: number },
) {
  const arrivals = datedDays(firstDays);
  const [first] = arrivals;
  const firstDay = first === undefined ? null : dayFromEpoch(first);
  const arrivalSpanDays = (arrivals[Math.ceil(ARRIVED_SHARE * arrivals.length) - 1] ?? 0) - (first ?? 0);
  const debits = {
    accounts: datedDays(firstDebits).length,
    atOnce: datedDays(firstDebits).filter((day) => day < (first ?? 0) + SPRAY_DAYS).length,
  };
  return {
    accounts: firstDays.size,
    firstDay,
    debits,
    isKnown: isKnownCompany(
      { accounts: firstDays.size, arrivalSpanDays, activeMonths: months.size },
      ledgerAccounts,
    ),
    isSpray:
      firstDay !== null &&
      isSpray({ firstDay, ledgerFirstDay, accounts: debits.accounts, accountsAtOnce: debits.atOnce }),
  };
}

function datedDays(days: ReadonlyMap<string, number>): number[] {
  return [...days.values()].filter(Number.isFinite).toSorted((left, right) => left - right);
}

function keepEarliest(days: Map<string, number>, account: string, day: number): void {
  const kept = days.get(account);
  if (kept === undefined || day < kept) days.set(account, day);
}
