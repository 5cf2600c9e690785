import { RETURN_RATE_DAYS, RETURN_RATE_LIMITS } from '@clearwatch/domain/companies/company-return-rates';
import { USUAL_COMPARED_DAYS } from '@clearwatch/domain/members/member-baseline';
import type { GuideSection } from '../../model/guide-section.ts';

const { unauthorized, administrative, overall } = RETURN_RATE_LIMITS;

export const MEMBERS: GuideSection = {
  topic: 'members',
  part: 'Screens',
  title: 'Customer Analysis',
  blocks: [
    {
      kind: 'text',
      text: 'Every account of the ledger with income, bills, risk and last activity of the year that ends with the **As of** day.',
    },
    {
      kind: 'list',
      items: [
        'Search by any part of a name, a company or an account number; accents and capitals do not matter.',
        '**Filters** narrows by risk, monthly income and last activity. A click on a heading sorts, a second one turns the order round.',
        'Search, filters, order and page stand in the address: send it to a colleague, and he sees the same.',
        'Risk is that of the member’s alerts and falls when they are reviewed. It says nothing about the person.',
      ],
    },
  ],
};

export const MEMBER: GuideSection = {
  topic: 'member',
  part: 'Screens',
  title: 'A member',
  blocks: [
    {
      kind: 'list',
      items: [
        'Twelve months of credits and debits, as a chart and as a table with the net flow of each month.',
        '**Related Accounts** bear the same name. They may belong to one person or to namesakes.',
        'Who pays in and who collects: each company leads to its page.',
        `The last ${USUAL_COMPARED_DAYS} days beside the member’s own usual month, and the year beside all other members.`,
        'Its alerts with what became of them, the files it came in, and its last transactions down to the line of the file.',
      ],
    },
    { kind: 'text', text: 'Each look at a member is written into the audit log.' },
  ],
};

export const COMPANIES: GuideSection = {
  topic: 'companies',
  part: 'Screens',
  title: 'Company Analysis',
  blocks: [
    {
      kind: 'text',
      text: 'Every company that pays or collects through members’ accounts, as its files spell it, over all time. The best partners come first.',
    },
    {
      kind: 'list',
      items: [
        'The search looks through every column; an amount is found however it is written.',
        '**Advanced Filters** limits members, credits, debits and total volume: greater or less than a number, that number not included.',
        'The partnership score tells what the relationship is worth to members: reach, volume, regularity, years and quality, less risk. {{figures}} has the formula.',
      ],
    },
  ],
};

export const COMPANY: GuideSection = {
  topic: 'company',
  part: 'Screens',
  title: 'A company',
  blocks: [
    {
      kind: 'list',
      items: [
        'Why it is risky: flags, the gravest first. Without flags it is low.',
        `Its returned debits of the last ${RETURN_RATE_DAYS} days against what Nacha allows: ${unauthorized.limitPercent}% unauthorized, ${administrative.limitPercent}% administrative, ${overall.limitPercent}% in all. A few returns are no rate: a flag needs ${unauthorized.leastReturns}, ${administrative.leastReturns} and ${overall.leastReturns} at least.`,
        'Weeks, months, transaction types and members, each in its tab; the open tab stands in the address.',
      ],
    },
  ],
};
