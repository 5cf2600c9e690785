import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ALERT_COLUMNS, WITH_MEMBER } from '../row/alert-columns.sql.ts';
import { noSuchAlert } from '../row/no-such-alert.ts';
import { toAlert } from '../row/to-alert.ts';

@Injectable()
export class AlertReadRepository {
  /** One alert without its evidence, as the transaction sees it. @throws AppError `not_found` */
  async find(manager: EntityManager, id: number): Promise<UnusualActivity> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${ALERT_COLUMNS} FROM analytics.unusual_activities a ${WITH_MEMBER} WHERE a.id = $1`,
      [id],
    );
    if (row === undefined) throw noSuchAlert();
    return toAlert(row);
  }
}
