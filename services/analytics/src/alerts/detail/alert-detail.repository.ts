import { type AlertEvidence, REVIEW_OUTCOMES } from '@clearwatch/contracts/alerts';
import {
  ALERT_STEPS,
  type AlertHistoryItem,
  type UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { enumOf, instantOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ALERT_COLUMNS, WITH_MEMBER } from '../row/alert-columns.sql.ts';
import { toAlert } from '../row/to-alert.ts';

/** In one statement, so that the history is that of the alert beside it. */
const WITH_HISTORY = `
  SELECT ${ALERT_COLUMNS}, a.evidence,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('step', s.step, 'at', s.at, 'by', s.by_name,
                   'outcome', s.outcome, 'note', s.note) ORDER BY s.id), '[]')
            FROM analytics.alert_steps s WHERE s.alert_id = a.id) AS history
    FROM analytics.unusual_activities a ${WITH_MEMBER} WHERE a.id = $1`;

@Injectable()
export class AlertDetailRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async find(id: number): Promise<UnusualActivityDetail | null> {
    const [row] = await this.database.query<Row[]>(WITH_HISTORY, [id]);
    return row === undefined ? null : toDetail(row);
  }
}

function toDetail(row: Row): UnusualActivityDetail {
  const evidence = row['evidence'];
  if (typeof evidence !== 'object' || evidence === null)
    throw new TypeError('Column evidence should be an object');
  // Both were written by this service; the shape of the evidence is versioned by the rule version inside.
  const history = (row['history'] as Row[]).map(toHistoryItem);
  return Object.assign(toAlert(row), { evidence: evidence as AlertEvidence, history });
}

function toHistoryItem(step: Row): AlertHistoryItem {
  return {
    step: enumOf(ALERT_STEPS, step, 'step'),
    at: instantOf(step, 'at'),
    by: textOf(step, 'by'),
    outcome: nullable((r, c) => enumOf(REVIEW_OUTCOMES, r, c), step, 'outcome'),
    note: nullable(textOf, step, 'note'),
  };
}
