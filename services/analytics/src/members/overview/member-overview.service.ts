import type { MemberComparison, MemberOverview, MemberRow } from '@clearwatch/contracts/members.dto';
import { addMonths, monthOf } from '@clearwatch/domain/calendar/day';
import { MAX_USUAL_MONTHS } from '@clearwatch/domain/members/member-baseline';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ListFigures } from '../../list-figures/list-figures.service.ts';
import type { ListState } from '../../list-figures/list-state.ts';
import { MemberDetailRepository } from '../detail/member-detail.repository.ts';
import { MemberViews } from '../views/member-views.service.ts';
import { ComparisonsRepository } from './comparisons.repository.ts';
import { comparisonsOf } from './comparisons.ts';
import { MemberOverviewRepository } from './member-overview.repository.ts';
import { PeersRepository } from './peers.repository.ts';

@Injectable()
export class MemberOverviewService {
  constructor(
    private readonly figures: ListFigures,
    private readonly members: MemberDetailRepository,
    private readonly overviews: MemberOverviewRepository,
    private readonly comparisons: ComparisonsRepository,
    private readonly peers: PeersRepository,
    private readonly views: MemberViews,
  ) {}

  /** Nobody is shown a member before it is written down that he looks at it. @throws AppError `not_found` */
  async read(actor: Actor, memberId: number): Promise<MemberOverview> {
    const overview = await this.figures.read(async (manager, state): Promise<MemberOverview> => {
      const member = await this.members.findById(manager, memberId, state);
      if (member === null) throw new AppError('not_found', 'There is no member with this number.');
      const { accountNumber } = member;
      const companies = await this.overviews.companiesOf(manager, accountNumber);
      const alerts = await this.overviews.alertsOf(manager, accountNumber);
      const imports = await this.overviews.importsOf(manager, accountNumber);
      return {
        asOf: state.asOf,
        companies: companies.items,
        companyCount: companies.total,
        alerts: alerts.items,
        alertCount: alerts.total,
        imports: imports.items,
        importCount: imports.total,
        comparisons: await this.compared(manager, member, state),
      };
    });
    await this.views.note(actor, memberId);
    return overview;
  }

  /** Nothing to compare with before the first entry. */
  private async compared(
    manager: EntityManager,
    member: MemberRow,
    { asOf }: ListState,
  ): Promise<MemberComparison[]> {
    if (asOf === null) return [];
    const { accountNumber } = member;
    const firstDay = await this.comparisons.firstDayOf(manager, accountNumber, asOf);
    if (firstDay === null) return [];
    const since = `${addMonths(monthOf(asOf), -MAX_USUAL_MONTHS)}-01`;
    return comparisonsOf({
      firstDay,
      asOf,
      lately: await this.comparisons.latelyOf(manager, accountNumber, asOf),
      months: await this.comparisons.monthsOf(manager, accountNumber, since),
      peers: await this.peers.peersOf(manager, member, asOf),
    });
  }
}
