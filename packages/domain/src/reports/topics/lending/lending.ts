import type { Cents } from '../../../money/cents.ts';
import type { MemberRef } from '../members/member-words.ts';
import type { LenderKind } from './lender-kind.ts';

/** A member whose ACH shows steady income with room for a loan. Amounts are of an average month. */
export interface LendingCandidate {
  member: MemberRef;
  incomeCents: Cents;
  billsCents: Cents;
  /** Bills as a part of the income, 0.25 for a quarter. */
  ratio: number;
  /** Of the steady months: the lowest and the median. */
  lowestCents: Cents;
  usualCents: Cents;
  /** What it pays lenders elsewhere, the largest first. */
  lenders: readonly { company: string; kind: LenderKind; cents: Cents }[];
}

export interface Lender {
  company: string;
  kind: LenderKind;
  nowCents: Cents;
  beforeCents: Cents;
}

export interface Lending {
  /** How many members are left after each test, in this order. */
  funnel: { members: number; income: number; bills: number; calm: number; recent: number; steady: number };
  /** Only so many of the recent ones, those with the most income, were tested for steadiness; null when all were. */
  tested: number | null;
  /** All who pass, those who pay other lenders most first. */
  payingOthers: number;
  payingOthersCents: Cents;
  candidates: readonly LendingCandidate[];
  /** Lenders elsewhere with debits in one of the periods, the largest of the period first. */
  lenders: readonly Lender[];
  /** Accounts whose first payment to any payday lender is dated in the period. */
  newToPayday: number;
}
