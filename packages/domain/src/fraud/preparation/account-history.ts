import type { PreparedEntry } from './prepared-entry.ts';

/** One account's money entries and returns, ordered by day; within a day by content, see `entryOrder`. */
export class AccountHistory {
  readonly accountNumber: string;
  readonly entries: readonly PreparedEntry[];
  readonly #companyFirstDays: ReadonlyMap<string, number>;

  constructor(account: {
    accountNumber: string;
    entries: readonly PreparedEntry[];
    companyFirstDays: ReadonlyMap<string, number>;
  }) {
    this.accountNumber = account.accountNumber;
    this.entries = account.entries;
    this.#companyFirstDays = account.companyFirstDays;
  }

  /** Day of the account's first entry (days since 1970-01-01), null for an account without dated entries. */
  get firstDay(): number | null {
    return this.entries[0]?.entry.epochDay ?? null;
  }

  /** Day on which this account first met a company, null when it never did. */
  companyFirstDay(companyKey: string): number | null {
    return this.#companyFirstDays.get(companyKey) ?? null;
  }
}

/** Above so many accounts a name is shared by strangers, and each account stands alone (detection catalogue). */
export const MOST_ACCOUNTS_OF_A_MEMBER = 3;

/** All accounts of one member, prepared once for all detectors. */
export interface MemberHistory {
  memberKey: string | null;
  accounts: readonly AccountHistory[];
}
