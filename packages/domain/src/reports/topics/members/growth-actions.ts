import type { Span } from '@clearwatch/contracts/reports/report-document';
import { mayBeEmployer } from '../../../companies/counterparty.ts';
import { maskAccount } from '../../../members/mask-account.ts';
import { counted, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { isComparable } from '../against-before.ts';
import { noted } from '../noted.ts';
import { sizeWords } from '../size-words.ts';
import { memberWords } from './member-words.ts';
import { type Membership, tellsNewMembers } from './membership.ts';
import { statedMembership } from './stated-membership.ts';

/** Months with credits from which on a silence is a change of habit. */
const REGULAR_MONTHS = 6;
/** A company is worth a talk when it pays so many of the new members. */
const LEAST_BROUGHT = 3;
/** Parts of all active members by which the number must have moved for a word to management. */
const WORTH_A_WORD = 0.05;

export function growthActions(membership: Membership, context: ReportContext): (Span[] | null)[] {
  return [callRegulars(membership, context), welcome(membership, context), shrinking(membership, context)];
}

function callRegulars({ quietFirst }: Membership, context: ReportContext): Span[] | null {
  if (!isComparable(context.asked)) return null;
  const regular = quietFirst.filter(({ monthsActive }) => monthsActive >= REGULAR_MONTHS);
  const [first] = regular;
  if (first === undefined) return null;
  const { sheet, asked } = context;
  const credits = sheet.money(
    noted(
      `Credits of ${maskAccount(first.member.accountNumber)}`,
      'Credits in the daily totals of the account',
      asked.previous,
    ),
    first.creditCents,
  );
  const months = sheet.count(
    {
      label: `Months with credits of ${maskAccount(first.member.accountNumber)} in the year before the period`,
      source: 'Daily totals of the account',
    },
    first.monthsActive,
  );
  const number = sheet.count(
    {
      label: 'Listed members gone quiet with regular credits before',
      source: 'Members listed under Who went quiet',
    },
    regular.length,
  );
  const who = memberWords(sheet, first.member);
  const reason = prose`${sizeWords(credits)} came in during the period before, and money in ${months} months of the year before`;
  return regular.length === 1
    ? prose`Member services: call ${who}, whose regular credits stopped: ${reason}.`
    : prose`Member services: call the ${number} listed members whose regular credits stopped, beginning with ${who}: ${reason}.`;
}

function welcome({ arrivedThrough }: Membership, context: ReportContext): Span[] | null {
  const first = arrivedThrough.find(({ company }) => mayBeEmployer(company));
  if (first === undefined || first.members < LEAST_BROUGHT || !tellsNewMembers(context.asked)) return null;
  const { sheet, asked } = context;
  const company = sheet.company({ label: 'Company', source: 'Company of the entries' }, first.company);
  const members = sheet.count(
    noted(`New members paid, ${first.company}`, 'Accounts with credits of the company', asked.period),
    first.members,
  );
  return prose`Business development: ${company} paid ${counted(members, 'new member')}, the most of all companies that may be employers; ask whether it would name the institution to its other staff.`;
}

function shrinking(membership: Membership, context: ReportContext): Span[] | null {
  const { active, activeBefore } = membership;
  if (!isComparable(context.asked) || activeBefore === 0) return null;
  if ((activeBefore - active) / activeBefore < WORTH_A_WORD) return null;
  const stated = statedMembership(membership, context);
  return prose`Management: find out why fewer members are active than in the period before (${stated.active.now} after ${stated.active.before ?? ''}); begin with the companies whose paid members went quiet.`;
}
