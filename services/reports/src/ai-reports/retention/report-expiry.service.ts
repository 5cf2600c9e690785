import type { Day } from '@clearwatch/domain/calendar/day';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { dayOf, type Row } from '@clearwatch/service-kit/database/row';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Today } from '@clearwatch/service-kit/time/today';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { reportsExpired } from '../trail/report-trail.ts';

/** How long reports are kept (spec section 9, data retention). */
export const KEPT_YEARS = 2;

const HOUSEKEEPER: Actor = {
  userId: null,
  username: 'system',
  role: 'System',
  requestId: 'report-expiry',
  address: null,
};

/** Deletes what was kept as long as it is to be kept. Twice at once is harmless: each report is deleted by one. */
@Injectable()
export class ReportExpiry {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly today: Today,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns how many reports are gone */
  expire(): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      const [row = {}] = await manager.query<Row[]>(
        `SELECT ($1::date - make_interval(years => ${KEPT_YEARS}))::date::text AS limit_day`,
        [this.today.day()],
      );
      const olderThan: Day = dayOf(row, 'limit_day');
      const [, reports] = await manager.query<[Row[], number]>(
        'DELETE FROM reports.ai_reports WHERE coalesce(generated_at, requested_at) < $1::date',
        [olderThan],
      );
      if (reports > 0) await this.trail.record(HOUSEKEEPER, reportsExpired({ reports, olderThan }), manager);
      return reports;
    });
  }
}
