import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { Day } from '../../../calendar/day.ts';
import type { OwnNormal } from '../../../members/own-normal.ts';
import type { Cents } from '../../../money/cents.ts';
import type { MemberRef } from './member-words.ts';

/** What the screens say of one member: its row in the member list, its own normal, and its money in the periods asked for. */
export interface Standing {
  member: MemberRef;
  /** Of an average month of the year that ends with the ledger, as the member list shows them. */
  incomeCents: Cents;
  billsCents: Cents;
  risk: RiskLevel;
  firstDay: Day;
  lastDay: Day;
  /** The usual month; null with fewer than three whole months. */
  normal: OwnNormal | null;
  /** Credits and debits of the days that the member's page compares with the usual month. */
  latelyCreditCents: Cents;
  latelyDebitCents: Cents;
  /** Money of the period and of the one before it. */
  now: { creditCents: Cents; debitCents: Cents };
  before: { creditCents: Cents; debitCents: Cents };
  openHigh: number;
  openMedium: number;
  /** The company that paid most within the year; null when nobody did. */
  mainSource: { company: string; cents: Cents } | null;
}
