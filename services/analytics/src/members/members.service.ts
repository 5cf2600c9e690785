import type {
  MemberComparison,
  MemberDetail,
  MemberOverview,
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
import {
  MAX_USUAL_MONTHS,
  type PeerCounts,
  peerPercentile,
  peerSentence,
  usualMonth,
  usualTransactionCount,
} from '@clearwatch/domain/members/member-baseline';
import { memberKey } from '@clearwatch/domain/members/member-names';
import { type Cents, formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Page, type Paged, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type SqlConditions, VersionedCache } from '../list-figures/list-conditions.ts';
import { ListFiguresService } from '../list-figures/list-figures.service.ts';
import type { ListState, ReadListState } from '../list-figures/list-state.repository.ts';
import {
  daysCovered,
  type ListMembersQuery,
  type MemberOrder,
  memberConditions,
  memberOrder,
} from './member-list.query.ts';
import {
  ALERTS_OF_ACCOUNT,
  COMPANIES_OF_ACCOUNT,
  IMPORTS_OF_ACCOUNT,
  type MemberSums,
  MembersRepository,
  type MonthSums,
  planPage,
} from './members.repository.ts';

/** Placeholders for a missing first or last name in the URL of a member's page (spec, section 2). */
const NO_FIRST_NAME = 'Unknown';
const NO_LAST_NAME = 'Account';

interface MemberPath {
  firstName: string;
  lastName: string;
}

/** Member keys that a path may refer to: with the names as given, and with placeholders treated as missing names. */
export function memberKeysOfPath({ firstName, lastName }: MemberPath): (string | null)[] {
  const firstNames = firstName === NO_FIRST_NAME ? [firstName, ''] : [firstName];
  const lastNames = lastName === NO_LAST_NAME ? [lastName, ''] : [lastName];
  return firstNames.flatMap((first) => lastNames.map((last) => memberKey({ firstName: first, lastName: last })));
}

@Injectable()
export class MemberDetailService {
  private readonly views = new RecentViews();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly figures: ListFiguresService,
    private readonly members: MembersRepository,
    private readonly trail: AuditTrail,
  ) {}

  async read(actor: Actor, path: MemberPath & { memberId: number | undefined }): Promise<MemberDetail> {
    const detail = await this.figures.read(async (manager, state): Promise<MemberDetail> => {
      const keys = memberKeysOfPath(path);
      const member = await this.members.findByKeys(manager, { keys, memberId: path.memberId, state });
      if (member === null) throw new AppError('not_found', 'No member has this name.');
      return {
        asOf: state.asOf,
        member,
        relatedAccounts: await this.members.relatedTo(manager, member),
        relatedCount: member.accountCount - 1,
        monthlyHistory: await this.monthlyHistory(manager, member, state.asOf),
        averageMonthlyTransactions: averagePerMonth(member.transactionCount, daysCovered(state)),
        totalTransactions: member.transactionCount,
      };
    });
    await this.recordView(actor, detail.member.id);
    return detail;
  }

  async readOverview(actor: Actor, memberId: number): Promise<MemberOverview> {
    const overview = await this.figures.read(async (manager, state): Promise<MemberOverview> => {
      const member = await this.members.findById(manager, memberId, state);
      if (member === null) throw new AppError('not_found', 'No member has this number.');
      const { accountNumber } = member;
      const companies = await this.members.listOf(manager, COMPANIES_OF_ACCOUNT, accountNumber);
      const alerts = await this.members.listOf(manager, ALERTS_OF_ACCOUNT, accountNumber);
      const imports = await this.members.listOf(manager, IMPORTS_OF_ACCOUNT, accountNumber);
      return {
        asOf: state.asOf,
        companies: companies.items,
        companyCount: companies.total,
        alerts: alerts.items,
        alertCount: alerts.total,
        imports: imports.items,
        importCount: imports.total,
        comparisons: await this.comparisons(manager, member, state),
      };
    });
    await this.recordView(actor, memberId);
    return overview;
  }

  /** Runs before the response is sent. The two requests for a member's page count as one view. */
  private async recordView(actor: Actor, id: number): Promise<void> {
    // Records only the number, never the name.
    const entry = { action: 'member.viewed', subject: { type: 'member', id } } as const;
    const write = () => this.trail.record(actor, entry, this.database);
    await this.views.record(actor, id, { now: Date.now(), write });
  }

  private async monthlyHistory(manager: EntityManager, member: MemberRow, asOf: string | null) {
    if (asOf === null) return [];
    const lastMonth = monthOf(asOf);
    const firstMonth = addMonths(lastMonth, 1 - MONTHS_PER_YEAR);
    const days = { firstDay: `${firstMonth}-01`, lastDay: asOf };
    const found = await this.members.monthsOf(manager, member, days);
    const byMonth = new Map(found.map((month) => [month.month, month]));
    return monthsBetween(firstMonth, lastMonth).map(
      (month) => byMonth.get(month) ?? { month, credits: '0.00', debits: '0.00', transactionCount: 0 },
    );
  }

  /** Without dated entries, there is nothing to compare with. */
  private async comparisons(manager: EntityManager, member: MemberRow, { asOf }: ListState) {
    const { accountNumber } = member;
    const firstDay = asOf && (await this.members.firstDayOf(manager, accountNumber, asOf));
    if (asOf === null || firstDay === null) return [];
    const since = `${addMonths(monthOf(asOf), -MAX_USUAL_MONTHS)}-01`;
    return comparisonsOf({
      firstDay,
      asOf,
      latest: await this.members.latestOf(manager, accountNumber, asOf),
      months: await this.members.monthSumsOf(manager, accountNumber, since),
      peers: await this.members.peersOf(manager, member, asOf),
    });
  }
}

/** Transactions in an average month, computed like `monthlyAverage`, with one decimal place. */
function averagePerMonth(transactions: number, days: number): number {
  const months = (Math.max(days, MIN_AVERAGED_DAYS) * MONTHS_PER_YEAR) / DAYS_PER_YEAR;
  return Math.round((10 * transactions) / months) / 10;
}

function comparisonsOf(found: {
  latest: MemberSums;
  months: readonly MonthSums[];
  firstDay: string;
  asOf: string;
  peers: Record<MemberComparison['what'], PeerCounts> | null;
}): MemberComparison[] {
  const { latest, months, firstDay, asOf, peers } = found;
  const usual = usualMonth({ months, firstDay, asOf });
  const counts = new Map(months.map(({ month, transactions }) => [month, transactions]));
  const usualCount = usualTransactionCount({ counts, firstDay, asOf });
  const money = (cents: Cents, median: Cents | undefined) => ({
    latest: formatCents(cents),
    ownMedian: median === undefined ? null : formatCents(median),
  });
  const own = {
    credits: money(latest.creditCents, usual?.creditCents),
    debits: money(latest.debitCents, usual?.debitCents),
    transactions: {
      latest: String(latest.transactions),
      ownMedian: usualCount === null ? null : String(usualCount),
    },
  };
  return (['credits', 'debits', 'transactions'] as const).map((what) => ({
    what,
    ...own[what],
    peerPercentile: (peers && peerPercentile(peers[what])?.toFixed(1)) ?? null,
    peerSentence: peers && peerSentence(peers[what]),
  }));
}

/** Each cached total is a single number. */
const MAX_CACHED_TOTALS = 2_000;
/** Each cached page contains up to 500 numbers. */
const MAX_CACHED_PAGES = 500;

@Injectable()
export class MembersService {
  private readonly totals = new VersionedCache<number>(MAX_CACHED_TOTALS);
  private readonly pages = new VersionedCache<number[]>(MAX_CACHED_PAGES);

  constructor(
    private readonly figures: ListFiguresService,
    private readonly members: MembersRepository,
  ) {}

  async list(query: ListMembersQuery): Promise<Paged<MemberRow> & { asOf: string | null }> {
    return this.figures.read(async (manager, state) => {
      const conditions = memberConditions(query, state);
      const order = memberOrder(query.sort ?? 'name', query.order ?? 'asc');
      const total = await this.totalOf(manager, conditions, state);
      const ids = await this.idsOnPage(manager, conditions, { ...pageOf(query), order, total, state });
      return {
        total,
        items: await this.members.withIds(manager, ids, { order, state }),
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
      highRisk: await this.totals.read(state.rowsVersion, 'high risk', () => this.members.countHighRisk(manager)),
      activeThisYear: state.activeThisYear,
      avgCredits: `${averageCredits({ creditCents: parseCents(state.credits), members: state.members })}.00`,
    }));
  }

  private async totalOf(manager: EntityManager, conditions: SqlConditions, state: ReadListState) {
    if (conditions.values.length === 0) return state.members;
    return this.totals.read(state.rowsVersion, conditions.key, () => this.members.countOf(manager, conditions));
  }

  private async idsOnPage(
    manager: EntityManager,
    conditions: SqlConditions,
    { state, total, ...page }: Page & { order: MemberOrder; total: number; state: ReadListState },
  ): Promise<number[]> {
    if (page.offset >= total) return [];
    const key = `${page.order.orderBy} ${page.limit} ${page.offset} ${conditions.key}`;
    const plan = planPage(page, { total, members: state.members, isSlow: conditions.slow.length > 0 });
    return this.pages.read(state.rowsVersion, key, () =>
      this.members.idsOnPage(manager, conditions, { ...page, plan }),
    );
  }
}
