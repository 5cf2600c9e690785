import type { MemberRow, MembersOverview } from '@clearwatch/contracts/members.dto';
import { averageCredits } from '@clearwatch/domain/members/income-and-bills';
import { parseCents } from '@clearwatch/domain/money/cents';
import { type Page, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Conditions } from '../../list-figures/conditions.ts';
import { ListFigures } from '../../list-figures/list-figures.service.ts';
import type { ReadListState } from '../../list-figures/list-state.ts';
import { SharedAnswers } from '../../list-figures/shared-answers.ts';
import type { ListMembersQuery } from './list-members.query.ts';
import { memberConditions } from './member-filter.ts';
import { type MemberOrder, memberOrder } from './member-order.ts';
import { MembersRepository } from './members.repository.ts';
import { wayToPage } from './way-to-page.ts';

/** Of a number each. */
const MOST_TOTALS = 2_000;
/** Of up to 500 numbers each. */
const MOST_PAGES = 500;

@Injectable()
export class MembersService {
  private readonly totals = new SharedAnswers<number>(MOST_TOTALS);
  private readonly pages = new SharedAnswers<number[]>(MOST_PAGES);

  constructor(
    private readonly figures: ListFigures,
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
    conditions: Conditions,
    state: ReadListState,
  ): Promise<number> {
    if (conditions.isEmpty) return state.members;
    return this.totals.read(state.rowsVersion, conditions.question, () =>
      this.members.countOf(manager, conditions),
    );
  }

  private async idsOnPage(
    manager: EntityManager,
    conditions: Conditions,
    { state, total, ...wanted }: Page & { order: MemberOrder; total: number; state: ReadListState },
  ): Promise<number[]> {
    if (wanted.offset >= total) return [];
    const question = `${wanted.order.orderBy} ${wanted.limit} ${wanted.offset} ${conditions.question}`;
    const way = wayToPage(wanted, { total, members: state.members, isSlow: conditions.hasSlow });
    return this.pages.read(state.rowsVersion, question, () =>
      this.members.idsOnPage(manager, conditions, { ...wanted, way }),
    );
  }
}
