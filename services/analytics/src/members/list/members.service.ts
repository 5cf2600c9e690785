import type { MemberRow, MembersOverview } from '@clearwatch/contracts/http/members';
import { averageCredits } from '@clearwatch/domain/members/average-credits';
import { centsOf } from '@clearwatch/domain/money/cents';
import { pageOf } from '@clearwatch/service-kit/http/page-query';
import { Injectable } from '@nestjs/common';
import { ListFigures } from '../../list-figures/list-figures.service.ts';
import type { ListMembersQuery } from './list-members.query.ts';
import { memberConditions } from './member-filter.ts';
import { memberOrder } from './member-order.ts';
import { MembersRepository } from './members.repository.ts';

@Injectable()
export class MembersService {
  constructor(
    private readonly figures: ListFigures,
    private readonly members: MembersRepository,
  ) {}

  async list(query: ListMembersQuery): Promise<{ members: MemberRow[]; total: number; asOf: string | null }> {
    return this.figures.read(async (manager, state) => {
      const conditions = memberConditions(query, state);
      const order = memberOrder(query.sort ?? 'name', query.order ?? 'asc');
      return {
        total: conditions.isEmpty ? state.members : await this.members.countOf(manager, conditions),
        members: await this.members.page(manager, conditions, { ...pageOf(query), order, state }),
        asOf: state.asOf,
      };
    });
  }

  async count(): Promise<number> {
    return this.figures.read(async (_, { members }) => members);
  }

  async overview(): Promise<MembersOverview> {
    return this.figures.read(async (manager, { asOf, members, activeThisYear, credits }) => ({
      asOf,
      totalMembers: members,
      highRisk: await this.members.countHighRisk(manager),
      activeThisYear,
      avgCredits: `${averageCredits({ creditCents: centsOf(credits), members })}.00`,
    }));
  }
}
