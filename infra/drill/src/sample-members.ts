import { epochDay } from '@clearwatch/domain/calendar/day';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { entryKindOf } from '@clearwatch/domain/ledger/ledger-row';
import { memberKey } from '@clearwatch/domain/members/member-names';
import type { SampleEntry } from '@clearwatch/sample-data/ledger/sample-entry';
import type { DrillMember } from './drill-ledger.ts';

/** Generated entries as the ledger would hold them, numbered `{prefix}1`, `{prefix}2` … in their order. */
export function toLedgerEntries(entries: Iterable<SampleEntry>, prefix = ''): Entry[] {
  return [...entries].map((entry, index) => toEntry(entry, { id: `${prefix}${index + 1}`, line: index + 1 }));
}

/** Puts accounts of one name together, as analysis does: an account is called as its newest entry says. */
export function membersOf(entries: readonly Entry[]): DrillMember[] {
  const accounts = Map.groupBy(entries, ({ accountNumber }) => accountNumber);
  const groups = Map.groupBy(accounts.values(), keyOfNewest);
  return [...groups].flatMap(([key, held]) =>
    key === null || held.length > MAX_ACCOUNTS_PER_MEMBER
      ? held.map((account) => ({ memberKey: key, entries: account }))
      : [{ memberKey: key, entries: held.flat() }],
  );
}

function keyOfNewest(entries: readonly Entry[]): string | null {
  const newest = entries.reduce((one, other) => ((other.day ?? '') >= (one.day ?? '') ? other : one));
  const [firstName = null, ...rest] = (newest.receiverName ?? '').split(' ');
  return memberKey({ firstName, lastName: rest.join(' ') });
}

function toEntry(entry: SampleEntry, { id, line }: { id: string; line: number }): Entry {
  return {
    id,
    accountNumber: entry.accountNumber,
    company: entry.company,
    companyKey: companyKey(entry.company),
    receiverName: `${entry.firstName} ${entry.lastName}`,
    day: entry.postingDate,
    epochDay: epochDay(entry.postingDate),
    minuteOfDay: entry.postingMinute,
    amountCents: entry.cents,
    transactionType: entry.transactionType,
    entryKind: entryKindOf({
      transactionCode: entry.transactionCode,
      amountCents: entry.cents,
      class: entry.secCode,
      entryDescription: entry.entryDescription,
      addenda: entry.addenda,
    }),
    entryDescription: entry.entryDescription,
    addenda: entry.addenda,
    class: entry.secCode,
    transactionCode: entry.transactionCode,
    traceNumber: entry.traceNumber,
    importId: '1',
    line,
  };
}
