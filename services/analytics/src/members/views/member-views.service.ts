import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Writes down who looks at which member: the two questions that a member's page asks are one look. */
@Injectable()
export class MemberViews {
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
