import type { MemberDetail, MemberMonth } from '@clearwatch/contracts/members.dto';
import { addMonths, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import { MONTHS_PER_YEAR } from '@clearwatch/domain/members/income-and-bills';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { ListFigures } from '../../list-figures/list-figures.service.ts';
import { yearDays } from '../to-member-row.ts';
import { MemberViews } from '../views/member-views.service.ts';
import { averagePerMonth } from './average-per-month.ts';
import { keysOfPath } from './keys-of-path.ts';
import { MemberDetailRepository } from './member-detail.repository.ts';

export interface WantedMember {
  firstName: string;
  lastName: string;
  memberId: number | undefined;
}

@Injectable()
export class MemberDetailService {
  constructor(
    private readonly figures: ListFigures,
    private readonly members: MemberDetailRepository,
    private readonly views: MemberViews,
  ) {}

  /** Nobody is shown a member before it is written down that he looks at it. @throws AppError `not_found` */
  async read(actor: Actor, wanted: WantedMember): Promise<MemberDetail> {
    const detail = await this.figures.read(async (manager, state): Promise<MemberDetail> => {
      const keys = keysOfPath(wanted);
      const member = await this.members.findByKeys(manager, { keys, memberId: wanted.memberId, state });
      if (member === null) throw new AppError('not_found', 'There is no such member.');
      const months = monthsEndingWith(state.asOf);
      const found =
        state.asOf === null
          ? []
          : await this.members.monthsOf(manager, member, {
              firstDay: `${months[0] ?? monthOf(state.asOf)}-01`,
              lastDay: state.asOf,
            });
      return {
        asOf: state.asOf,
        member,
        relatedAccounts: await this.members.relatedTo(manager, member),
        relatedCount: member.accountCount - 1,
        monthlyHistory: completed(months, found),
        averageMonthlyTransactions: averagePerMonth(member.transactionCount, yearDays(state)),
        totalTransactions: member.transactionCount,
      };
    });
    await this.views.note(actor, detail.member.id);
    return detail;
  }
}

/** Twelve, oldest first; none while the ledger has no day. */
function monthsEndingWith(asOf: string | null): string[] {
  if (asOf === null) return [];
  const last = monthOf(asOf);
  return monthsBetween(addMonths(last, 1 - MONTHS_PER_YEAR), last);
}

function completed(months: readonly string[], found: readonly MemberMonth[]): MemberMonth[] {
  const byMonth = new Map(found.map((month) => [month.month, month]));
  return months.map(
    (month) => byMonth.get(month) ?? { month, credits: '0.00', debits: '0.00', transactionCount: 0 },
  );
}
