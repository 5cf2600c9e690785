import type { MemberComparison, MemberRow } from '@clearwatch/contracts/http/members';
import { addDays } from '@clearwatch/domain/calendar/day';
import { ACTIVE_THIS_YEAR_DAYS } from '@clearwatch/domain/members/activity-band';
import type { PeerCounts } from '@clearwatch/domain/members/standing-among-peers';
import { centsOf, formatCents } from '@clearwatch/domain/money/cents';
import { integerOf, moneyOf, type Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SharedAnswers } from '../../list-figures/shared-answers.ts';
import { isOneValue, type PeerSteps, peerSteps, STEP_DIGITS, stepOf } from './peer-steps.ts';

type Figure = MemberComparison['what'];
type Near = Pick<PeerCounts, 'below' | 'equal'>;

/** Of three figures, for the ledger's version and for those who still read the one before. */
const MOST_KEPT = 6;

/**
 * Where a member stands among all that were active within a year. Comparing it with each of them would read every row: they
 * are counted once for each version of the ledger, by the first digits of their figures, and those that share the member's
 * first digits are then looked up in the index. Nothing is rounded.
 */
@Injectable()
export class PeersRepository {
  private readonly kept = new SharedAnswers<PeerSteps>(MOST_KEPT);

  /** Null for a member that was not active within the year. */
  async peersOf(
    manager: EntityManager,
    member: MemberRow,
    { asOf, figuresVersion }: { asOf: string; figuresVersion: string },
  ): Promise<Record<Figure, PeerCounts> | null> {
    const since = addDays(asOf, -ACTIVE_THIS_YEAR_DAYS);
    if (member.lastActivityDate === null || member.lastActivityDate < since) return null;
    const countsOf = async (figure: Figure, own: number): Promise<PeerCounts> => {
      const all = await this.kept.read(figuresVersion, figure, () => countAll(manager, figure, since));
      const step = stepOf(all, own);
      const near = isOneValue(step)
        ? { below: 0, equal: step.peers }
        : await countNear(manager, { figure, from: step.from, own, since });
      return { below: step.below + near.below, equal: near.equal, total: all.total };
    };
    return {
      credits: await countsOf('credits', centsOf(member.totalCredits)),
      debits: await countsOf('debits', centsOf(member.totalDebits)),
      transactions: await countsOf('transactions', member.transactionCount),
    };
  }
}

/** Money by the first digits of its dollars, which cents have as well. */
async function countAll(manager: EntityManager, figure: Figure, since: string): Promise<PeerSteps> {
  const rows = await manager.query<Row[]>(
    `SELECT trunc(${figure}::numeric, ${STEP_DIGITS} - length(trunc(${figure})::text))::numeric(18,2) AS step,
            count(*) AS peers
       FROM analytics.member_figures WHERE last_day >= $1 GROUP BY 1 ORDER BY 1`,
    [since],
  );
  return peerSteps(
    rows.map((row) => {
      const cents = centsOf(moneyOf(row, 'step'));
      return { from: figure === 'transactions' ? cents / 100 : cents, peers: integerOf(row, 'peers') };
    }),
  );
}

/** Of those from the beginning of the member's step up to itself, in the unit of the figure. */
async function countNear(
  manager: EntityManager,
  { figure, from, own, since }: { figure: Figure; from: number; own: number; since: string },
): Promise<Near> {
  const [type, limits] =
    figure === 'transactions' ? ['integer', [from, own]] : ['numeric', [formatCents(from), formatCents(own)]];
  const [row = {}] = await manager.query<Row[]>(
    `SELECT count(*) FILTER (WHERE ${figure} < $2::${type}) AS below,
            count(*) FILTER (WHERE ${figure} = $2::${type}) AS equal
       FROM analytics.member_figures
      WHERE ${figure} BETWEEN $1::${type} AND $2::${type} AND last_day >= $3`,
    [...limits, since],
  );
  return { below: integerOf(row, 'below'), equal: integerOf(row, 'equal') };
}
