import type { ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { addDays, type Day, type Month } from '../../calendar/day.ts';
import { mayBeEmployer } from '../../companies/counterparty.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { isComparable, periodPair } from '../compared-facts.ts';
import { paragraph, right, section, table } from '../report-blocks.ts';
import type { ReportContext, ReportScope } from '../report-composer.ts';
import { compactWithoutSign, prose, withNoun } from '../report-sentences.ts';
import { type MemberRef, memberPhrase } from './member-figures.ts';

/** The ledger must reach back this many days before a period to call a first entry a new member. */
export const NEW_AFTER_DAYS = 60;

/** Whether the ledger reaches far enough back to recognize new members. */
export function canIdentifyNewMembers({ firstDay, period }: ReportScope): boolean {
  return addDays(firstDay, NEW_AFTER_DAYS) <= period.firstDay;
}

/** A company with how many new, or quiet, members it paid. */
export interface CompanyOfNewOrQuietMembers {
  company: string;
  members: number;
}

export interface QuietMember {
  member: MemberRef;
  creditCents: Cents;
  lastDay: Day;
  /** Months of the twelve before the period in which money came in. */
  monthsActive: number;
}

/** active − activeBefore = arrived + returned − quiet, for any ledger. */
export interface Membership {
  active: number;
  activeBefore: number;
  /** First money entry of all lies in the period, and in the one before. */
  newMembers: number;
  newMembersBefore: number;
  /** Active now and in some time before, but not in the period before. */
  returned: number;
  /** Active in the period before and not now. */
  quiet: number;
  /** Credits of the period of those who arrived; credits of the period before of those who went quiet. */
  arrivedCents: Cents;
  quietCents: Cents;
  /** Companies that paid new members, and members gone quiet; most members first. */
  arrivedThrough: readonly CompanyOfNewOrQuietMembers[];
  quietThrough: readonly CompanyOfNewOrQuietMembers[];
  quietFirst: readonly QuietMember[];
  /** Up to the end of the period, oldest first; `newMembers` means nothing in the first months of the ledger. */
  months: readonly { month: Month; active: number; newMembers: number }[];
}

export function membershipFacts(membership: Membership, { scope, sheet }: ReportContext) {
  const { active, activeBefore, newMembers, newMembersBefore, returned, quiet } = membership;
  return {
    active: periodPair({ scope, sheet }, 'count', {
      label: 'Active members',
      source: 'Accounts with at least one credit or debit',
      now: active,
      before: activeBefore,
    }),
    newMembers: periodPair({ scope, sheet }, 'count', {
      label: 'New members',
      source: 'Accounts whose first credit or debit of all is dated',
      now: newMembers,
      before: newMembersBefore,
    }),
    returned: sheet
      .from('Accounts with money in the period and earlier, none in the period before', scope.period)
      .count('Members back after a pause', returned),
    quiet: sheet
      .from('Accounts with money in the period before and none', scope.period)
      .count('Members gone quiet', quiet),
    newMemberCredits: sheet
      .from('Credits of accounts whose first entry is dated', scope.period)
      .money('Credits of new members', membership.arrivedCents),
    quietCredits: sheet
      .from('Credits of accounts without money in the period', scope.previous)
      .money('Credits that members gone quiet had in the period before', membership.quietCents),
  };
}

export function quietMemberFacts({ member, ...quiet }: QuietMember, { scope, sheet }: ReportContext) {
  const who = maskAccount(member.accountNumber);
  return {
    credits: sheet
      .from('Credits in the daily totals of the account', scope.previous)
      .money(`Credits of ${who}`, quiet.creditCents),
    months: sheet
      .from('Daily totals of the account')
      .count(`Months with credits of ${who} in the year before the period`, quiet.monthsActive),
  };
}

/** Members with credits in this many months of the year count as regular. */
const REGULAR_MONTHS = 6;
/** A company is worth contacting when it pays this many new members. */
const MIN_NEW_MEMBERS_OF_PAYER = 3;
/** Share of active members that must be lost before management is told. */
const NOTABLE_CHANGE_SHARE = 0.05;

export function growthActions(membership: Membership, context: ReportContext): (Span[] | null)[] {
  return [
    callQuietMembersAction(membership, context),
    welcomeAction(membership, context),
    shrinkingAction(membership, context),
  ];
}

function callQuietMembersAction({ quietFirst }: Membership, context: ReportContext): Span[] | null {
  if (!isComparable(context.scope)) return null;
  const regular = quietFirst.filter(({ monthsActive }) => monthsActive >= REGULAR_MONTHS);
  const [first] = regular;
  if (first === undefined) return null;
  const { sheet } = context;
  const { credits, months } = quietMemberFacts(first, context);
  const number = sheet
    .from('Members listed under Who went quiet')
    .count('Listed members gone quiet with regular credits before', regular.length);
  const who = memberPhrase(sheet, first.member);
  const reason = prose`${compactWithoutSign(credits)} came in during the period before, and money in ${months} months of the year before`;
  return regular.length === 1
    ? prose`Member services: call ${who}, whose regular credits stopped: ${reason}.`
    : prose`Member services: call the ${number} listed members whose regular credits stopped, beginning with ${who}: ${reason}.`;
}

function welcomeAction({ arrivedThrough }: Membership, context: ReportContext): Span[] | null {
  const first = arrivedThrough.find(({ company }) => mayBeEmployer(company));
  if (
    first === undefined ||
    first.members < MIN_NEW_MEMBERS_OF_PAYER ||
    !canIdentifyNewMembers(context.scope)
  )
    return null;
  const { sheet, scope } = context;
  const company = sheet.entryCompany(first.company);
  const members = sheet
    .from('Accounts with credits of the company', scope.period)
    .count(`New members paid, ${first.company}`, first.members);
  return prose`Business development: ${company} paid ${withNoun(members, 'new member')}, the most of all companies that may be employers; ask whether it would name the institution to its other staff.`;
}

function shrinkingAction(membership: Membership, context: ReportContext): Span[] | null {
  const { active, activeBefore } = membership;
  if (!isComparable(context.scope) || activeBefore === 0) return null;
  if ((activeBefore - active) / activeBefore < NOTABLE_CHANGE_SHARE) return null;
  const cited = membershipFacts(membership, context);
  return prose`Management: find out why fewer members are active than in the period before (${cited.active.now} after ${cited.active.before ?? ''}); begin with the companies whose paid members went quiet.`;
}

export function membershipChangeSection(
  membership: Membership,
  context: ReportContext,
): ReportSection | null {
  const { active, newMembers, returned, quiet } = membershipFacts(membership, context);
  if (active.before === null) return null;
  const label = 'Active members, difference';
  const isNewKnown = canIdentifyNewMembers(context.scope);
  return section(
    'What changed, and why',
    paragraph(sumSentence(membership, context)),
    table(
      'From the active members of the period before to those of this one',
      ['Step', right('Members')],
      [
        ['Active in the period before', active.before],
        [
          isNewKnown ? 'New: first entry of all in the period' : 'First entry of all in the period',
          newMembers.now,
        ],
        ['Back after a pause', returned],
        ['Gone quiet', quiet],
        ['Active in the period', active.now],
        ['Difference', context.sheet.difference(label, active.now, active.before)],
      ],
    ),
  );
}

function sumSentence(membership: Membership, { sheet }: ReportContext): Span[] {
  if (membership.activeBefore === 0) return prose`Nobody was active in the period before.`;
  const remaining = membership.activeBefore - membership.quiet;
  const stayed = sheet
    .from('Accounts with money in both periods')
    .count('Members active in both periods', remaining);
  const part = sheet
    .from('Members active in both periods ÷ active before')
    .share('Part of the active members who stayed active', remaining / membership.activeBefore);
  return prose`${withNoun(stayed, 'member')} of the period before stayed active (${part}).`;
}
