import type { Span } from '@clearwatch/contracts/reports/report-document';
import type { FactNote, Stated } from '../../fact-sheet.ts';
import { counted, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { noted } from '../noted.ts';
import { type Pair, pairOf } from '../pair.ts';
import type { Membership } from './membership.ts';

export interface StatedMembership {
  active: Pair;
  arrived: Pair;
  returned: Stated;
  quiet: Stated;
  arrivedCredits: Stated;
  quietCredits: Stated;
}

export function statedMembership(membership: Membership, { asked, sheet }: ReportContext): StatedMembership {
  const count = (note: FactNote, number: number) => sheet.count(note, number);
  const { active, activeBefore, arrived, arrivedBefore, returned, quiet } = membership;
  return {
    active: pairOf(
      asked,
      {
        label: 'Active members',
        source: 'Accounts with at least one credit or debit',
        now: active,
        before: activeBefore,
      },
      count,
    ),
    arrived: pairOf(
      asked,
      {
        label: 'New members',
        source: 'Accounts whose first credit or debit of all is dated',
        now: arrived,
        before: arrivedBefore,
      },
      count,
    ),
    returned: sheet.count(
      noted(
        'Members back after a pause',
        'Accounts with money in the period and earlier, none in the period before',
        asked.period,
      ),
      returned,
    ),
    quiet: sheet.count(
      noted('Members gone quiet', 'Accounts with money in the period before and none', asked.period),
      quiet,
    ),
    arrivedCredits: sheet.money(
      noted('Credits of new members', 'Credits of accounts whose first entry is dated', asked.period),
      membership.arrivedCents,
    ),
    quietCredits: sheet.money(
      noted(
        'Credits that members gone quiet had in the period before',
        'Credits of accounts without money in the period',
        asked.previous,
      ),
      membership.quietCents,
    ),
  };
}

/** "1 member is new", "12 members are new". */
export function arrivedWords(stated: Stated, arrived: number): Span[] {
  return prose`${counted(stated, 'member')} ${arrived === 1 ? 'was' : 'were'} new`;
}

export function quietWords(stated: Stated): Span[] {
  return prose`${stated} went quiet`;
}
