import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { subjectOf } from '../row/subject-of.ts';

/** Writes down who looks at which alert, once for one look, however many of its parts the screen asks for. */
@Injectable()
export class AlertViews {
  private readonly views = new RecentViews();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** Comes back when it is written down: nobody is shown evidence before. */
  async note(actor: Actor, id: number): Promise<void> {
    await this.views.note(actor, id, {
      now: Date.now(),
      // It describes nothing that is stored, so it stands alone.
      write: () =>
        this.trail.record(actor, { action: 'alert.viewed', subject: subjectOf(id) }, this.database),
    });
  }
}
