import { type Day, dayFromEpoch, isWeekend, monthOf } from '@clearwatch/domain/calendar/day';
import { isSpray, SPRAY_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { UNKNOWN_COMPANY_KEY } from '@clearwatch/domain/detection/company-key';
import { type CompanyTable, isKnownCompany } from '@clearwatch/domain/detection/company-table';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { DetectionContext } from '@clearwatch/domain/detection/detector';
import { getOrAdd } from '@clearwatch/domain/detection/memoize';

/** The share of a company's accounts whose arrival shows whether they came together. */
const ARRIVED_SHARE = 0.8;

class CompanyCount {
  /** Day of each account's first entry and first debit. Infinity when none has a date. */
  readonly firstDays = new Map<string, number>();
  readonly firstDebits = new Map<string, number>();
  readonly months = new Set<string>();

  add({ accountNumber, day, epochDay, entryKind, transactionType }: Entry): void {
    keepEarliest(this.firstDays, accountNumber, epochDay ?? Infinity);
    if (entryKind === 'money' && transactionType === 'Debit')
      keepEarliest(this.firstDebits, accountNumber, epochDay ?? Infinity);
    if (day !== null) this.months.add(monthOf(day));
  }
}

/**
 * The facts about the whole institution that the analysis of each member needs, counted from the entries of a ledger in
 * memory. Memory grows with the number of pairs of company and account.
 */
export class CompanyCensus {
  readonly #companies = new Map<string, CompanyCount>();
  readonly #accounts = new Set<string>();
  #firstDay = Infinity;
  #dated = 0;
  #weekend = 0;

  add(entry: Entry): void {
    this.#accounts.add(entry.accountNumber);
    if (entry.companyKey !== UNKNOWN_COMPANY_KEY)
      getOrAdd(this.#companies, entry.companyKey, () => new CompanyCount()).add(entry);
    if (entry.epochDay === null) return;
    this.#firstDay = Math.min(this.#firstDay, entry.epochDay);
    this.#dated += 1;
    if (isWeekend(entry.epochDay)) this.#weekend += 1;
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
    const ledger = { ledgerFirstDay, ledgerAccounts: this.#accounts.size };
    const rows = new Map([...this.#companies].map(([key, company]) => [key, toCompanyRow(company, ledger)]));
    return {
      accountsUsing: (key) => rows.get(key)?.accounts ?? 0,
      isKnown: (key) => key === UNKNOWN_COMPANY_KEY || (rows.get(key)?.isKnown ?? false),
      firstSeen: (key) => rows.get(key)?.firstDay ?? null,
      isSpray: (key) => rows.get(key)?.isSpray ?? false,
      debitsOnArrival: (key) => rows.get(key)?.debits ?? null,
    };
  }
}

function toCompanyRow(
  { firstDays, firstDebits, months }: CompanyCount,
  { ledgerFirstDay, ledgerAccounts }: { ledgerFirstDay: Day; ledgerAccounts: number },
) {
  const accounts = firstDays.size;
  const arrivals = datedDays(firstDays);
  const [first] = arrivals;
  const firstDay = first === undefined ? null : dayFromEpoch(first);
  const arrivalSpanDays = (arrivals[Math.ceil(ARRIVED_SHARE * arrivals.length) - 1] ?? 0) - (first ?? 0);
  const debitDays = datedDays(firstDebits);
  const atOnce = debitDays.filter((day) => day < (first ?? 0) + SPRAY_DAYS).length;
  return {
    accounts,
    firstDay,
    debits: { accounts: debitDays.length, atOnce },
    isKnown: isKnownCompany({ accounts, arrivalSpanDays, activeMonths: months.size }, ledgerAccounts),
    isSpray:
      firstDay !== null &&
      isSpray({ firstDay, ledgerFirstDay, accounts: debitDays.length, initialAccounts: atOnce }),
  };
}

function datedDays(days: ReadonlyMap<string, number>): number[] {
  return [...days.values()].filter(Number.isFinite).toSorted((left, right) => left - right);
}

function keepEarliest(days: Map<string, number>, account: string, day: number): void {
  days.set(account, Math.min(day, days.get(account) ?? Infinity));
}
