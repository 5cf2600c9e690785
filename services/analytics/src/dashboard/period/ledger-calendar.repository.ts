import { dayOf, nullable, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class LedgerCalendarRepository {
  /**
   * The first day of the ledger and its newest that is not after `today`. Old data thereby never gives an empty
   * dashboard, and one mistyped date in the future never hides the present.
   */
  async coveredDays(
    manager: EntityManager,
    today: string,
  ): Promise<{ firstDay: string; asOf: string } | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT min(day)::text AS first_day, max(day)::text AS as_of
         FROM analytics.ledger_days
        WHERE day > '-infinity' AND day <= $1`,
      [today],
    );
    if (row === undefined) return null;
    const asOf = nullable(dayOf, row, 'as_of');
    return asOf === null ? null : { firstDay: dayOf(row, 'first_day'), asOf };
  }
}
