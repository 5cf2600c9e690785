import { type Day, dayFromEpoch, isWeekend, monthOf } from '@clearwatch/domain/calendar/day';
import { isSpray, SPRAY_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { UNKNOWN_COMPANY_KEY } from '@clearwatch/domain/detection/company-key';
import { isKnownCompany } from '@clearwatch/domain/detection/company-table';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { DetectionContext } from '@clearwatch/domain/detection/detector';
import { getOrAdd } from '@clearwatch/domain/detection/memoize';

/** A company's arrival span ends once this share of its accounts has arrived, so stragglers do not count. */
const ARRIVED_SHARE = 0.8;

/** Day of each account's first entry and first debit, Infinity when none has a date. */
interface CompanyCount {
  firstDays: Map<string, number>;
  firstDebits: Map<string, number>;
  months: Set<string>;
}

/** The facts about the whole institution that the analysis of each member needs, counted from a ledger in memory. */
export class CompanyCensus {
  readonly #companies = new Map<string, CompanyCount>();
  readonly #accounts = new Set<string>();
  #firstDay = Infinity;
  #dated = 0;
  #weekend = 0;

  add({ accountNumber, companyKey, day, epochDay, entryKind, transactionType }: Entry): void {
    this.#accounts.add(accountNumber);
    if (companyKey !== UNKNOWN_COMPANY_KEY) {
      const company = getOrAdd(this.#companies, companyKey, () => {
        return { firstDays: new Map(), firstDebits: new Map(), months: new Set() };
      });
      setEarliest(company.firstDays, accountNumber, epochDay);
      if (entryKind === 'money' && transactionType === 'Debit')
        setEarliest(company.firstDebits, accountNumber, epochDay);
      if (day !== null) company.months.add(monthOf(day));
    }
    if (epochDay === null) return;
    this.#firstDay = Math.min(this.#firstDay, epochDay);
    this.#dated += 1;
    if (isWeekend(epochDay)) this.#weekend += 1;
  }

  /** The whole context except the policy. @throws RangeError if no entry has a date */
  institution(): Omit<DetectionContext, 'policy'> {
    if (this.#firstDay === Infinity) throw new RangeError('a ledger without dated entries has no first day');
    const ledgerFirstDay = dayFromEpoch(this.#firstDay);
    const rows = new Map(
      [...this.#companies].map(([key, company]) => [key, this.#toCompanyRow(company, ledgerFirstDay)]),
    );
    return {
      companies: {
        accountsUsing: (key) => rows.get(key)?.accounts ?? 0,
        isKnown: (key) => key === UNKNOWN_COMPANY_KEY || (rows.get(key)?.isKnown ?? false),
        firstSeen: (key) => rows.get(key)?.firstDay ?? null,
        isSpray: (key) => rows.get(key)?.isSpray ?? false,
        debitsOnArrival: (key) => rows.get(key)?.debits ?? null,
      },
      ledgerFirstDay,
      weekendShare: this.#weekend / this.#dated,
    };
  }

  #toCompanyRow({ firstDays, firstDebits, months }: CompanyCount, ledgerFirstDay: Day) {
    const accounts = firstDays.size;
    const arrivals = datedDays(firstDays);
    const [first] = arrivals;
    const firstDay = first === undefined ? null : dayFromEpoch(first);
    const arrivalSpanDays = (arrivals[Math.ceil(ARRIVED_SHARE * arrivals.length) - 1] ?? 0) - (first ?? 0);
    const debitDays = datedDays(firstDebits);
    const debits = {
      accounts: debitDays.length,
      atOnce: debitDays.filter((day) => day < (first ?? 0) + SPRAY_DAYS).length,
    };
    return {
      accounts,
      firstDay,
      debits,
      isKnown: isKnownCompany({ accounts, arrivalSpanDays, activeMonths: months.size }, this.#accounts.size),
      isSpray:
        firstDay !== null &&
        isSpray({ firstDay, ledgerFirstDay, accounts: debits.accounts, initialAccounts: debits.atOnce }),
    };
  }
}

function datedDays(days: ReadonlyMap<string, number>): number[] {
  return [...days.values()].filter(Number.isFinite).toSorted((left, right) => left - right);
}

function setEarliest(days: Map<string, number>, account: string, day: number | null): void {
  days.set(account, Math.min(day ?? Infinity, days.get(account) ?? Infinity));
}
