import type {
  MemberDetail,
  MemberMonth,
  MemberRow,
  MembersOverview,
} from '@clearwatch/contracts/members.dto';
import { addMonths, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import {
  averageCredits,
  DAYS_PER_YEAR,
  MIN_AVERAGED_DAYS,
  MONTHS_PER_YEAR,
} from '@clearwatch/domain/members/income-and-bills';
import { memberKey } from '@clearwatch/domain/members/member-names';
import { parseCents } from '@clearwatch/domain/money/cents';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Page, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type SqlConditions, VersionedCache } from '../list-figures/list-conditions.ts';
import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import type { ReadListState } from '../list-figures/list-state.repository.ts';
import {
  daysCovered,
  type ListMembersQuery,
  type MemberOrder,
  memberConditions,
  memberOrder,
} from './member-list.query.ts';
import { MemberDetailRepository, MembersRepository, planPage } from './members.repository.ts';

/** Transactions in an average month, one decimal: as `monthlyAverage`, of a number instead of money. */
function averagePerMonth(transactions: number, days: number): number {
  const months = (Math.max(days, MIN_AVERAGED_DAYS) * MONTHS_PER_YEAR) / DAYS_PER_YEAR;
  return Math.round((10 * transactions) / months) / 10;
}

/** Stand for a missing first and last name in the address of a member's page (spec, section 2). */
const NO_FIRST_NAME = 'Unknown';
const NO_LAST_NAME = 'Account';

/**
 * The keys of members that a path may mean: the names as they stand, and without those that only stand for a missing one.
 * `null` is the key of an account that names nobody.
 */
export function memberKeysOfPath({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): (string | null)[] {
  const firstNames = firstName === NO_FIRST_NAME ? [firstName, ''] : [firstName];
  const lastNames = lastName === NO_LAST_NAME ? [lastName, ''] : [lastName];
  return firstNames.flatMap((first) =>
    lastNames.map((last) => memberKey({ firstName: first, lastName: last })),
  );
}

/** Writes down who looks at which member: the two questions that a member's page asks are one look. */
@Injectable()
export class MemberViewAudit {
  private readonly views = new RecentViews();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** Comes back when it is written down. */
  async note(actor: Actor, memberId: number): Promise<void> {
    await this.views.note(actor, memberId, {
      now: Date.now(),
      // By its number alone, never by a name. It describes nothing that is stored, so it stands alone.
      write: () =>
        this.trail.record(
          actor,
          { action: 'member.viewed', subject: { type: 'member', id: memberId } },
          this.database,
        ),
    });
  }
}

export interface MemberPath {
  firstName: string;
  lastName: string;
  memberId: number | undefined;
}

@Injectable()
export class MemberDetailService {
  constructor(
    private readonly figures: ListFiguresService,
    private readonly members: MemberDetailRepository,
    private readonly views: MemberViewAudit,
  ) {}

  /** Nobody is shown a member before it is written down that he looks at it. @throws AppError `not_found` */
  async read(actor: Actor, wanted: MemberPath): Promise<MemberDetail> {
    const detail = await this.figures.read(async (manager, state): Promise<MemberDetail> => {
      const keys = memberKeysOfPath(wanted);
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
        monthlyHistory: fillMissingMonths(months, found),
        averageMonthlyTransactions: averagePerMonth(member.transactionCount, daysCovered(state)),
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

function fillMissingMonths(months: readonly string[], found: readonly MemberMonth[]): MemberMonth[] {
  const byMonth = new Map(found.map((month) => [month.month, month]));
  return months.map(
    (month) => byMonth.get(month) ?? { month, credits: '0.00', debits: '0.00', transactionCount: 0 },
  );
}

/** Of a number each. */
const MAX_CACHED_TOTALS = 2_000;
/** Of up to 500 numbers each. */
const MAX_CACHED_PAGES = 500;

@Injectable()
export class MembersService {
  private readonly totals = new VersionedCache<number>(MAX_CACHED_TOTALS);
  private readonly pages = new VersionedCache<number[]>(MAX_CACHED_PAGES);

  constructor(
    private readonly figures: ListFiguresService,
    private readonly members: MembersRepository,
  ) {}

  async list(query: ListMembersQuery): Promise<{ members: MemberRow[]; total: number; asOf: string | null }> {
    return this.figures.read(async (manager, state) => {
      const conditions = memberConditions(query, state);
      const order = memberOrder(query.sort ?? 'name', query.order ?? 'asc');
      const total = await this.totalOf(manager, conditions, state);
      const ids = await this.idsOnPage(manager, conditions, { ...pageOf(query), order, total, state });
      return {
        total,
        members: ids.length === 0 ? [] : await this.members.withIds(manager, ids, { order, state }),
        asOf: state.asOf,
      };
    });
  }

  async count(): Promise<number> {
    return this.figures.read(async (_, { members }) => members);
  }

  async overview(): Promise<MembersOverview> {
    return this.figures.read(async (manager, state) => ({
      asOf: state.asOf,
      totalMembers: state.members,
      highRisk: await this.totals.read(state.rowsVersion, 'high risk', () =>
        this.members.countHighRisk(manager),
      ),
      activeThisYear: state.activeThisYear,
      avgCredits: `${averageCredits({ creditCents: parseCents(state.credits), members: state.members })}.00`,
    }));
  }

  /** Turning pages, and fifty people who filter alike, count once. */
  private async totalOf(
    manager: EntityManager,
    conditions: SqlConditions,
    state: ReadListState,
  ): Promise<number> {
    if (conditions.isEmpty) return state.members;
    return this.totals.read(state.rowsVersion, conditions.question, () =>
      this.members.countOf(manager, conditions),
    );
  }

  private async idsOnPage(
    manager: EntityManager,
    conditions: SqlConditions,
    { state, total, ...wanted }: Page & { order: MemberOrder; total: number; state: ReadListState },
  ): Promise<number[]> {
    if (wanted.offset >= total) return [];
    const question = `${wanted.order.orderBy} ${wanted.limit} ${wanted.offset} ${conditions.question}`;
    const way = planPage(wanted, { total, members: state.members, isSlow: conditions.hasSlow });
    return this.pages.read(state.rowsVersion, question, () =>
      this.members.idsOnPage(manager, conditions, { ...wanted, way }),
    );
  }
}
