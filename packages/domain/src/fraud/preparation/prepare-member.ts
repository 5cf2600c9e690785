import { type DatedEntry, type Entry, isDated } from '../entry.ts';
import { AccountHistory, type MemberHistory } from './account-history.ts';
import { entryOrder } from './entry-order.ts';
import { Familiarity } from './familiarity.ts';
import { marksOf } from './marks-of.ts';
import { NOBODY } from './nobody.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/**
 * Prepares all entries of one member once, for all detectors. Entries may come in any order; already ordered ones (by
 * account and day) cost one pass. Zero-dollar entries, prenotes and notifications of change are left out: they moved no
 * money and must not count as rhythm.
 */
export function prepareMember(member: { memberKey: string | null; entries: Iterable<Entry> }): MemberHistory {
  const byAccount = new Map<string, DatedEntry[]>();
  for (const entry of member.entries) {
    if (entry.entryKind !== 'money' && entry.entryKind !== 'return') continue;
    let dated = byAccount.get(entry.accountNumber);
    if (dated === undefined) {
      dated = [];
      byAccount.set(entry.accountNumber, dated);
    }
    // Without a date it lies in no window; its account is one of the member's all the same.
    if (isDated(entry)) dated.push(entry);
  }
  const accounts = [...byAccount].map(([accountNumber, dated]) => prepareAccount(accountNumber, dated));
  accounts.sort((left, right) => (left.accountNumber < right.accountNumber ? -1 : 1));
  return { memberKey: member.memberKey, accounts };
}

function prepareAccount(accountNumber: string, dated: DatedEntry[]): AccountHistory {
  dated.sort(entryOrder);
  const familiarities = new Map<string, Familiarity>();
  const firstDay = dated[0]?.epochDay ?? 0;
  const entries = dated.map((entry): PreparedEntry => {
    let familiarity = familiarities.get(entry.companyKey);
    if (familiarity === undefined) {
      familiarity = new Familiarity(entry.epochDay);
      familiarities.set(entry.companyKey, familiarity);
    }
    familiarity.meet(entry.epochDay);
    return {
      ...marksOf(entry),
      entry,
      // Entries of an unknown company say neither that it is new nor that it is an old acquaintance.
      isFirstTime: entry.companyKey !== NOBODY && familiarity.isFirstTime,
      isEstablished: entry.companyKey !== NOBODY && familiarity.isEstablished,
      historyDays: entry.epochDay - firstDay,
    };
  });
  const companyFirstDays = new Map([...familiarities].map(([key, { firstDay }]) => [key, firstDay]));
  return new AccountHistory({ accountNumber, entries, companyFirstDays });
}
