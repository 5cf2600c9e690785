import type { MemberComparison, MemberOverview, MemberRow } from '@clearwatch/contracts/members.dto';
import { addMonths, monthOf } from '@clearwatch/domain/calendar/day';
import {
  MAX_USUAL_MONTHS,
  type PeerCounts,
  peerPercentile,
  peerSentence,
  usualMonth,
  usualTransactionCount,
} from '@clearwatch/domain/members/member-baseline';
import { formatCents } from '@clearwatch/domain/money/cents';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import type { ListState } from '../list-figures/list-state.repository.ts';
import {
  MemberComparisonsRepository,
  MemberOverviewRepository,
  type MemberSums,
  type MonthSums,
  PeersRepository,
} from './member-overview.repository.ts';
import { MemberDetailRepository } from './members.repository.ts';
import { MemberViewAudit } from './members.service.ts';

type ComparedFigure = MemberComparison['what'];

/** A member's last days beside its own normal and its year beside everybody's. */
function comparisonsOf(found: {
  lately: MemberSums;
  months: readonly MonthSums[];
  firstDay: string;
  asOf: string;
  peers: Record<ComparedFigure, PeerCounts> | null;
}): MemberComparison[] {
  const { lately, months, firstDay, asOf, peers } = found;
  const normal = usualMonth({ months, firstDay, asOf });
  const counts = new Map(months.map(({ month, transactions }) => [month, transactions]));
  const usual = usualTransactionCount({ counts, firstDay, asOf });
  const own: Record<ComparedFigure, { latest: string; ownMedian: string | null }> = {
    credits: {
      latest: formatCents(lately.creditCents),
      ownMedian: normal === null ? null : formatCents(normal.creditCents),
    },
    debits: {
      latest: formatCents(lately.debitCents),
      ownMedian: normal === null ? null : formatCents(normal.debitCents),
    },
    transactions: {
      latest: String(lately.transactions),
      ownMedian: usual === null ? null : String(usual),
    },
  };
  return (['credits', 'debits', 'transactions'] as const).map((what) => ({
    what,
    ...own[what],
    ...peerRank(peers?.[what]),
  }));
}

function peerRank(counts: PeerCounts | undefined): Pick<MemberComparison, 'peerPercentile' | 'peerSentence'> {
  if (counts === undefined) return { peerPercentile: null, peerSentence: null };
  return {
    peerPercentile: peerPercentile(counts)?.toFixed(1) ?? null,
    peerSentence: peerSentence(counts),
  };
}

@Injectable()
export class MemberOverviewService {
  constructor(
    private readonly figures: ListFiguresService,
    private readonly members: MemberDetailRepository,
    private readonly overviews: MemberOverviewRepository,
    private readonly comparisons: MemberComparisonsRepository,
    private readonly peers: PeersRepository,
    private readonly views: MemberViewAudit,
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
