import { addDays, type Day } from '../../../calendar/day.ts';
import type { Month } from '../../../calendar/month.ts';
import type { Cents } from '../../../money/cents.ts';
import type { Asked } from '../../asked.ts';
import type { MemberRef } from './member-words.ts';

/** So many days of ledger before a period are needed to say that a first entry is the first of the member as well. */
export const NEW_AFTER_DAYS = 60;

/** Whether the ledger reaches far enough back to tell new members from those it does not know yet. */
export function tellsNewMembers({ firstDay, period }: Pick<Asked, 'firstDay' | 'period'>): boolean {
  return addDays(firstDay, NEW_AFTER_DAYS) <= period.firstDay;
}

/** A company by the members whose first or last entries of the kind were its credits. */
export interface BringingCompany {
  company: string;
  members: number;
}

export interface QuietMember {
  member: MemberRef;
  /** What came in during the period before. */
  creditCents: Cents;
  lastDay: Day;
  /** Months of the twelve before the period in which money came in. */
  monthsActive: number;
}

/** Which members moved money: active − active before = arrived + returned − quiet, whatever the ledger. */
export interface Membership {
  active: number;
  activeBefore: number;
  /** First money entry of all lies in the period, and in the one before. */
  arrived: number;
  arrivedBefore: number;
  /** Active now and in some time before, but not in the period before. */
  returned: number;
  /** Active in the period before and not now. */
  quiet: number;
  /** Credits of the period of those who arrived; credits of the period before of those who went quiet. */
  arrivedCents: Cents;
  quietCents: Cents;
  /** Companies that paid those who arrived, and those who went quiet, most members first. */
  arrivedThrough: readonly BringingCompany[];
  quietThrough: readonly BringingCompany[];
  /** Those who went quiet with the most credits before. */
  quietFirst: readonly QuietMember[];
  /** Months up to the end of the period, oldest first; `arrived` is of no meaning in the first ones of the ledger. */
  months: readonly { month: Month; active: number; arrived: number }[];
}
