import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Conditions } from '../../list-figures/conditions.ts';
import { ALERT_COLUMNS, WITH_MEMBER } from '../row/alert-columns.sql.ts';
import { toAlert } from '../row/to-alert.ts';
import { type AlertSort, orderBy } from './alert-order.ts';

@Injectable()
export class AlertListRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async countOf({ sql, values }: Conditions): Promise<number> {
    const [row = {}] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM analytics.unusual_activities a WHERE ${sql}`,
      values,
    );
    return integerOf(row, 'total');
  }

  async page({ sql, values }: Conditions, wanted: Page & { sort: AlertSort }): Promise<UnusualActivity[]> {
    const order = orderBy(wanted.sort);
    const rows = await this.database.query<Row[]>(
      `WITH page AS (
         SELECT a.id FROM analytics.unusual_activities a WHERE ${sql}
          ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2})
       SELECT ${ALERT_COLUMNS} FROM page JOIN analytics.unusual_activities a USING (id) ${WITH_MEMBER}
        ORDER BY ${order}`,
      [...values, wanted.limit, wanted.offset],
    );
    return rows.map(toAlert);
  }
}
