import { entryMeaningOf } from '../companies/counterparty.ts';
import type { Cents } from '../money/cents.ts';
import { returnCodeIn } from '../nacha/return-and-change-codes.ts';
import { UNKNOWN_COMPANY_KEY } from './company-key.ts';
import type { CompanyTable } from './company-table.ts';
import { compareEntries, type DatedEntry, type Entry, isDated } from './detection-entry.ts';
import { type CreditPurpose, isExemptPurpose, isMovable, purposeOfCredit } from './entry-meaning.ts';
import { getOrAdd, memoize } from './memoize.ts';

interface EntryMarks {
  /** Set during import from the NACHA code and wording, see `entryKindOf`. */
  isReturn: boolean;
  returnCode: string | null;
  /** Nacha requires the word REVERSAL in the entry description. */
  isReversal: boolean;
  isOriginal: boolean;
  /** An account validation. Nacha's micro-entry rule requires the description ACCTVERIFY. */
  isMicro: boolean;
  purpose: CreditPurpose | null;
  /** Whether the purpose of a credit explains it: pay, benefits, tax refund, loan, claim, distribution or expenses. */
  isExempt: boolean;
  /** Whether money leaves the member's reach: P2P payments, wallets, crypto or transfers. */
  isMovable: boolean;
}

export interface PreparedEntry extends EntryMarks {
  entry: DatedEntry;
  /** This account had no entry from the company more than 10 days earlier. */
  isFirstTime: boolean;
  /** At least 3 entries from the company on earlier days, spanning 40 days or more. Always false without a named originator. */
  isEstablished: boolean;
  historyDays: number;
}

export function sumOfEntries(entries: Iterable<PreparedEntry>): Cents {
  let cents = 0;
  for (const { entry } of entries) cents += entry.amountCents;
  return cents;
}

export function isMoneyIn({ entry }: PreparedEntry): boolean {
  return entry.transactionType === 'Credit';
}

export function inOrder(entries: readonly PreparedEntry[]): PreparedEntry[] {
  return entries.toSorted((one, other) => compareEntries(one.entry, other.entry));
}

/** The money entries and returns on one account, in the order of `compareEntries`. */
export interface AccountHistory {
  accountNumber: string;
  entries: readonly PreparedEntry[];
  /** Day of the account's first entry (since 1970-01-01); Infinity for an account without dated entries. */
  firstDay: number;
  companyFirstDays: ReadonlyMap<string, number>;
}

/** A name with more accounts is probably shared by several people, so its accounts are analyzed separately (detection catalog). */
export const MAX_ACCOUNTS_PER_MEMBER = 3;

export interface MemberHistory {
  memberKey: string | null;
  accounts: readonly AccountHistory[];
}

const FIRST_APPEARANCE_DAYS = 10;
export const ESTABLISHED_ENTRIES = 3;
export const ESTABLISHED_SPAN_DAYS = 40;

export function readEntryMarks(entry: Entry): EntryMarks {
  const meaning = entryMeaningOf(entry);
  const purpose = entry.transactionType === 'Credit' ? purposeOfCredit(meaning) : null;
  const { entryDescription } = entry;
  const isReturn = entry.entryKind === 'return';
  const isReversal = entryDescription !== null && /REVERSAL/i.test(entryDescription);
  return {
    isReturn,
    returnCode: isReturn ? returnCodeIn(entry.addenda) : null,
    isReversal,
    isOriginal: !isReturn && !isReversal,
    isMicro: entryDescription !== null && /\bACCTVERIFY\b/i.test(entryDescription),
    purpose,
    isExempt: isExemptPurpose(purpose),
    isMovable: isMovable(meaning),
  };
}

/** Accepts entries in any order. Excludes zero-dollar entries, prenotes and notifications of change, which are not account activity. */
export function prepareMember(member: { memberKey: string | null; entries: Iterable<Entry> }): MemberHistory {
  const byAccount = new Map<string, DatedEntry[]>();
  for (const entry of member.entries) {
    if (entry.entryKind !== 'money' && entry.entryKind !== 'return') continue;
    const dated = getOrAdd(byAccount, entry.accountNumber, () => []);
    // An undated entry is not in any window, but its account still belongs to the member.
    if (isDated(entry)) dated.push(entry);
  }
  const accounts = [...byAccount].map(([accountNumber, dated]) => prepareAccount(accountNumber, dated));
  accounts.sort((left, right) => (left.accountNumber < right.accountNumber ? -1 : 1));
  return { memberKey: member.memberKey, accounts };
}

const firstMet = (firstDay: number) => {
  return { firstDay, lastDay: firstDay, entries: 0, spanBefore: 0, entriesBefore: 0 };
};

function prepareAccount(accountNumber: string, dated: DatedEntry[]): AccountHistory {
  dated.sort(compareEntries);
  const companies = new Map<string, ReturnType<typeof firstMet>>();
  const firstDay = dated[0]?.epochDay ?? Infinity;
  const entries = dated.map((entry): PreparedEntry => {
    const { companyKey, epochDay } = entry;
    const company = getOrAdd(companies, companyKey, () => firstMet(epochDay));
    // Only earlier days count, so the order of entries within a day has no effect.
    if (epochDay > company.lastDay) {
      company.entriesBefore = company.entries;
      company.spanBefore = company.lastDay - company.firstDay;
      company.lastDay = epochDay;
    }
    company.entries += 1;
    // Entries without a named company may come from anyone.
    const isNamed = companyKey !== UNKNOWN_COMPANY_KEY;
    return {
      ...readEntryMarks(entry),
      entry,
      isFirstTime: isNamed && epochDay - company.firstDay <= FIRST_APPEARANCE_DAYS,
      isEstablished:
        isNamed && company.entriesBefore >= ESTABLISHED_ENTRIES && company.spanBefore >= ESTABLISHED_SPAN_DAYS,
      historyDays: epochDay - firstDay,
    };
  });
  const companyFirstDays = new Map([...companies].map(([key, company]) => [key, company.firstDay]));
  return { accountNumber, entries, firstDay, companyFirstDays };
}

/** All debits on an account except returned ones, in order. Computed once for all rules. */
export const outgoingDebits = memoize(({ entries }: AccountHistory): readonly PreparedEntry[] =>
  entries.filter(({ entry, isReturn }) => entry.transactionType === 'Debit' && !isReturn),
);

const unfamiliarDebitsOf = memoize(({ entries }: AccountHistory) =>
  memoize((companies: CompanyTable): readonly PreparedEntry[] =>
    entries.filter((prepared) => isUnfamiliarDebit(prepared, companies)),
  ),
);

/** Ordered debits by companies new to the account and unknown at the institution, a sign of a stolen account number. */
export function unfamiliarDebits(account: AccountHistory, companies: CompanyTable): readonly PreparedEntry[] {
  return unfamiliarDebitsOf(account)(companies);
}

export function isUnfamiliarDebit(
  { entry, isFirstTime, isOriginal, isMicro }: PreparedEntry,
  companies: CompanyTable,
): boolean {
  if (!isFirstTime || !isOriginal || isMicro || entry.transactionType !== 'Debit') return false;
  return !companies.isKnown(entry.companyKey);
}
