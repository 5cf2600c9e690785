import type { MemberComparison, MemberRow } from '@clearwatch/contracts/members.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import { ACTIVE_THIS_YEAR_DAYS } from '@clearwatch/domain/members/member-bands';
import type { PeerCounts } from '@clearwatch/domain/members/member-baseline';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isStepOfOne } from '../figures/peer-figures.ts';

interface Compared {
  figure: MemberComparison['what'];
  own: string | number;
  since: string;
}

/**
 * Where a member stands among all that were active within a year. Comparing it with each of them would read every row: how many
 * have other first digits is counted when the rows are made (`refresh-peers.ts`), and those that share its first digits
 * are looked up in the index. Nothing is rounded.
 */
@Injectable()
export class PeersRepository {
  /** Null for a member that was not active within the year. */
  async peersOf(
    manager: EntityManager,
    member: MemberRow,
    asOf: string,
  ): Promise<Record<MemberComparison['what'], PeerCounts> | null> {
    const since = addDays(asOf, -ACTIVE_THIS_YEAR_DAYS);
    if (member.lastActivityDate === null || member.lastActivityDate < since) return null;
    return {
      credits: await counts(manager, { figure: 'credits', own: member.totalCredits, since }),
      debits: await counts(manager, { figure: 'debits', own: member.totalDebits, since }),
      transactions: await counts(manager, { figure: 'transactions', own: member.transactionCount, since }),
    };
  }
}

/** $1 figure, $2 the member's: it is itself in its step, which is the last that begins at or before its figure. */
const STEPS_SQL = `
  SELECT sum(peers) AS total, coalesce(sum(peers) FILTER (WHERE s.step < own.step), 0) AS below,
         sum(peers) FILTER (WHERE s.step = own.step) AS near
    FROM analytics.peer_steps s,
         (SELECT max(step) AS step FROM analytics.peer_steps WHERE figure = $1 AND step <= $2::numeric) AS own
   WHERE s.figure = $1`;

async function counts(manager: EntityManager, compared: Compared): Promise<PeerCounts> {
  const { figure, own } = compared;
  const [row = {}] = await manager.query<Row[]>(STEPS_SQL, [figure, own]);
  const below = integerOf(row, 'below');
  const total = integerOf(row, 'total');
  // Half of all members may have received nothing.
  if (isStepOfOne(own)) return { below, equal: integerOf(row, 'near'), total };
  const near = await countNear(manager, compared);
  return { below: below + near.below, equal: near.equal, total };
}

/** Of those in the member's own step. */
async function countNear(
  manager: EntityManager,
  { figure, own, since }: Compared,
): Promise<Pick<PeerCounts, 'below' | 'equal'>> {
  const type = figure === 'transactions' ? 'integer' : 'numeric';
  const [row = {}] = await manager.query<Row[]>(
    `SELECT count(*) FILTER (WHERE ${figure} < $2::${type}) AS below,
            count(*) FILTER (WHERE ${figure} = $2::${type}) AS equal
       FROM analytics.member_figures
      WHERE last_day >= $3 AND ${figure} <= $2::${type}
        AND ${figure} >= (SELECT max(step) FROM analytics.peer_steps WHERE figure = $1 AND step <= $2::numeric)::${type}`,
    [figure, own, since],
  );
  return { below: integerOf(row, 'below'), equal: integerOf(row, 'equal') };
}
