import type { ReviewOutcome, RiskLevel } from '@clearwatch/contracts/alerts';
import type { Day } from '../../calendar/day.ts';
import { CALENDAR_UNITS, type CalendarUnit, type Period } from '../../calendar/period.ts';
import type { Cents } from '../../money/cents.ts';
import type { ReportedAlert } from '../sections/alert-facts.ts';
import type { MemberRef } from '../sections/member-figures.ts';
import type { AmountLimit } from './read-question.ts';

export type QueryGroup = CalendarUnit | 'company' | 'member' | 'class' | 'type' | 'risk' | 'reason';

export const isTimeGroup = (group: QueryGroup | null): group is CalendarUnit =>
  group !== null && (CALENDAR_UNITS as readonly QueryGroup[]).includes(group);

export interface Query {
  /**
   * `figure`: one line. `ranking` and `series`: figures by group. `entries`: individual entries. `day`:
   * dates. `change`: reasons for a difference.
   */
  answer: 'figure' | 'ranking' | 'series' | 'entries' | 'day' | 'change';
  of: 'money' | 'alerts' | 'returns';
  measure: 'amount' | 'count' | 'average';
  /** The items counted when the measure is `count`. */
  counted: 'entries' | 'members' | 'companies';
  direction: 'credits' | 'debits' | 'both' | 'net';
  group: QueryGroup | null;
  /** For entries and days, also the sort order. */
  order: 'most' | 'least' | 'first' | 'last' | 'first and last';
  limit: number;
  isShare: boolean;
  /** Whether the count covers the whole ledger, regardless of the period ("How many members do we have"). */
  isAll: boolean;
  withMembers: boolean;
  /** Null means all. */
  companies: string[] | null;
  members: MemberRef[] | null;
  classes: string[];
  amount: (Pick<AmountLimit, 'is' | 'cents' | 'toCents'> & { of: 'entry' | 'total' }) | null;
  alertTypes: string[] | null;
  categories: string[];
  risk: RiskLevel | null;
  state: 'open' | 'reviewed' | ReviewOutcome | null;
  period: Period;
  comparedWith: Period | null;
  /** A requested comparison period that the ledger does not fully cover. */
  notCompared: Period | null;
  /** Short names used in the question, such as "Zelle" for ZELLE PAYMENT. */
  standsFor: { words: string; companies: string[] }[];
  /** Whether the question asks for companies that "received credits", although companies send them. */
  isReversed: boolean;
}

/** `members` and `companies` are null unless the question asks for them. */
export interface FlowFigures {
  creditCents: Cents;
  debitCents: Cents;
  credits: number;
  debits: number;
  members: number | null;
  companies: number | null;
}

/** Counts of alerts or returned debits. Returned debits have only `all`. */
export interface CountTally {
  all: number;
  high: number;
  open: number;
}

export interface AnswerTableRow {
  /** The company, account, first day of a time unit, SEC code, alert type or return reason. */
  key: string;
  member: MemberRef | null;
  now: FlowFigures;
  before: FlowFigures | null;
  tally: CountTally;
}

export interface AnswerEntry {
  day: Day;
  member: MemberRef;
  company: string;
  isCredit: boolean;
  secClass: string | null;
  description: string | null;
  cents: Cents;
}

export interface AnswerData {
  now: FlowFigures;
  before: FlowFigures | null;
  /** Total without the question's names, classes and limits: the base of a share. */
  unfiltered: FlowFigures | null;
  tally: CountTally;
  tallyBefore: CountTally | null;
  rows: AnswerTableRow[];
  /** For `change`, rows by member when the question covers companies and members. */
  memberRows: AnswerTableRow[];
  /** Total number of groups, including those listed. */
  groups: number;
  entries: AnswerEntry[];
  alerts: ReportedAlert[];
}

export const NO_FIGURES: FlowFigures = {
  creditCents: 0,
  debitCents: 0,
  credits: 0,
  debits: 0,
  members: null,
  companies: null,
};

export const NO_TALLY: CountTally = { all: 0, high: 0, open: 0 };

export const NO_ANSWER: AnswerData = {
  now: NO_FIGURES,
  before: null,
  unfiltered: null,
  tally: NO_TALLY,
  tallyBefore: null,
  rows: [],
  memberRows: [],
  groups: 0,
  entries: [],
  alerts: [],
};

export interface FoundName {
  words: string;
  members: MemberRef[];
  companies: string[];
}
