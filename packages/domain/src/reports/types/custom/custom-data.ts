import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { Cents } from '../../../money/cents.ts';
import type { Asked } from '../../asked.ts';
import type { Alerts, NotedAlert } from '../../topics/alerts.ts';
import type { Concentration } from '../../topics/members/concentration.ts';
import type { MemberRef } from '../../topics/members/member-words.ts';
import type { Membership } from '../../topics/members/membership.ts';
import type { Returns } from '../../topics/returns.ts';
import type { Transfers } from '../../topics/transfers/transfers.ts';
import type { MoneyData } from '../../topics/what-changed.ts';
import type { Question } from './understand.ts';

/** Credits and debits of somebody in both periods; before is 0 where it cannot be compared. */
export interface OwnFlows {
  creditCents: Cents;
  creditCentsBefore: Cents;
  debitCents: Cents;
  debitCentsBefore: Cents;
  entries: number;
}

export interface AskedMember extends OwnFlows {
  member: MemberRef;
  /** The companies with most of its money in the period. */
  companies: { company: string; creditCents: Cents; debitCents: Cents }[];
  /** Of all days, open ones first. */
  alerts: NotedAlert[];
}

export interface AskedCompany extends OwnFlows {
  company: string;
  /** Accounts with entries of it, ever. */
  members: number;
  score: number;
  riskLevel: RiskLevel;
  flags: string[];
}

/** What one of the members moved with one of the companies in the period. */
export interface AskedPair {
  member: MemberRef;
  company: string;
  creditCents: Cents;
  debitCents: Cents;
  entries: number;
}

export interface CustomData extends MoneyData {
  /** As it was asked for, in the days that the question names. */
  asked: Asked;
  isPeriodOfQuestion: boolean;
  question: Question;
  members: AskedMember[];
  companies: AskedCompany[];
  /** Of every member with every company that the question names. */
  pairs: AskedPair[];
  /** Names of the question that nobody in the ledger bears. */
  notFound: string[];
  alerts: Alerts;
  /** Of the categories that the question names. */
  namedAlerts: NotedAlert[];
  returns: Returns;
  /** Both take a walk through all accounts: null where the question does not ask for them. */
  membership: Membership | null;
  concentration: Concentration | null;
  international: Transfers['international'];
}
