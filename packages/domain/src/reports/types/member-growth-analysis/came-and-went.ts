import type { Block, ReportSection } from '@clearwatch/contracts/reports/report-document';
import { maskAccount } from '../../../members/mask-account.ts';
import { dayWords } from '../../day-words.ts';
import { sizeOf } from '../../fact-sheet.ts';
import { counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { isComparable } from '../../topics/against-before.ts';
import type { Flows } from '../../topics/flows.ts';
import { memberCells } from '../../topics/members/member-words.ts';
import { type BringingCompany, type Membership, tellsNewMembers } from '../../topics/members/membership.ts';
import { statedMembership } from '../../topics/members/stated-membership.ts';
import { noted } from '../../topics/noted.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { section } from '../../topics/sections.ts';
import { sizeWords } from '../../topics/size-words.ts';
import { statedFlows } from '../../topics/stated-flows.ts';

export function arrivedSection(
  { membership, flows }: { membership: Membership; flows: Flows },
  context: ReportContext,
): ReportSection | null {
  if (!tellsNewMembers(context.asked) || membership.arrived === 0) return null;
  const { arrived, arrivedCredits } = statedMembership(membership, context);
  const part = context.sheet.partOf(
    'Part of all credits that went to new members',
    arrivedCredits,
    statedFlows(flows, context).credits.now,
  );
  return section(
    'Who came',
    paragraph(
      prose`The number of new members ${movedTo(context.sheet, arrived)}.`,
      membership.arrivedCents === 0
        ? prose`None of them received money by ACH yet.`
        : prose`They received ${sizeWords(arrivedCredits)}${part === null ? '' : prose`, ${part} of all credits`}.`,
    ),
    companiesTable(
      {
        caption: 'Companies that paid most new members',
        what: 'New members paid',
        source: 'Accounts with credits of the company',
      },
      membership.arrivedThrough,
      context,
    ),
  );
}

export function quietSection(membership: Membership, context: ReportContext): ReportSection | null {
  if (!isComparable(context.asked) || membership.quiet === 0) return null;
  const { quiet, quietCredits } = statedMembership(membership, context);
  return section(
    'Who went quiet',
    paragraph(
      prose`${counted(quiet, 'member')} of the period before moved no money in this one. ${membership.quiet === 1 ? 'It' : 'They'} had received ${sizeWords(quietCredits)} then.`,
    ),
    quietTable(membership, context),
    companiesTable(
      {
        caption: 'Companies whose paid members went quiet',
        what: 'Members gone quiet',
        source: 'Accounts with credits of the company in the period before and no money',
      },
      membership.quietThrough,
      context,
    ),
  );
}

function quietTable({ quietFirst }: Membership, { asked, sheet }: ReportContext): Block | null {
  if (quietFirst.length === 0) return null;
  return table(
    'Members gone quiet with the most credits in the period before',
    [
      { label: 'Member', align: 'left' },
      { label: 'Account', align: 'left' },
      { label: 'Credits before', align: 'right' },
      { label: 'Months with credits', align: 'right' },
      { label: 'Last entry then', align: 'left' },
    ],
    quietFirst.map(({ member, creditCents, monthsActive, lastDay }) => [
      ...memberCells(sheet, member),
      sheet.money(
        noted(
          `Credits of ${maskAccount(member.accountNumber)}`,
          'Credits in the daily totals of the account',
          asked.previous,
        ),
        creditCents,
      ),
      sheet.count(
        {
          label: `Months with credits of ${maskAccount(member.accountNumber)} in the year before the period`,
          source: 'Daily totals of the account',
        },
        monthsActive,
      ),
      sheet.day(
        {
          label: `Last entry of ${maskAccount(member.accountNumber)} until ${dayWords(asked.period.lastDay)}`,
          source: 'Daily totals of the account',
        },
        lastDay,
      ),
    ]),
  );
}

function companiesTable(
  { caption, what, source }: { caption: string; what: string; source: string },
  companies: readonly BringingCompany[],
  { asked, sheet }: ReportContext,
): Block | null {
  const stated = companies.map(({ company, members }) => ({
    name: sheet.company({ label: 'Company', source: 'Company of the entries' }, company),
    members: sheet.count(noted(`${what}, ${company}`, source, asked.period), members),
  }));
  if (stated.every(({ members }) => sizeOf(members) === 0)) return null;
  return table(
    caption,
    [
      { label: 'Company', align: 'left' },
      { label: 'Members', align: 'right' },
    ],
    stated.map(({ name, members }) => [name, members]),
  );
}
