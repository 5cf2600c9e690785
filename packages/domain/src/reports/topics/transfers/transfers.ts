import type { Cents } from '../../../money/cents.ts';
import type { MemberRef } from '../members/member-words.ts';
import type { TransferRoute } from './transfer-route.ts';

/** A company through which members move money, and how much of it. Out is what debits took, in what credits brought. */
export interface TransferCompany {
  company: string;
  route: TransferRoute;
  outCents: Cents;
  inCents: Cents;
  outBeforeCents: Cents;
  inBeforeCents: Cents;
}

/** A member by what it sent out in the period. */
export interface TransferSender {
  member: MemberRef;
  outCents: Cents;
  outBeforeCents: Cents;
  inCents: Cents;
  /** Where most of it went. */
  mostTo: string;
}

export interface Transfers {
  /** All with money in one of the two periods, the largest of the period (out and in together) first. */
  companies: readonly TransferCompany[];
  /**
   * Money of the period that no sum of transfers holds because nothing says what it is for: entries with banks and brokers, and
   * entries whose company is not known either.
   */
  unstated: Readonly<Record<'institutions' | 'unknown', { outCents: Cents; inCents: Cents }>>;
  /** Accounts whose first entry by a way lies in the period, and in the one before. */
  firstUse: readonly { route: TransferRoute; now: number; before: number }[];
  /** Who sent most, the largest first. */
  senders: readonly TransferSender[];
  /** Whose transfers out changed most against the period before, up or down, the largest change first. */
  changed: readonly TransferSender[];
  /** Entries of class IAT, whatever else their company is. */
  international: { entries: number; entriesBefore: number; inCents: Cents; outCents: Cents; members: number };
}
