import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readSettings } from '../read-settings.ts';
import type { Colleague, Fact } from './fact.ts';

/** Arbitrary, fixed and ours: one worker at a time collects. */
const TURN = 1_926_036;
/** Longer than a fact is found: a clock of thirty days. */
const FACTS_KEPT = '60 days';
const NOTIFICATIONS_KEPT = '90 days';
/** The list shows fifty; a few more so that marking one read does not empty it. */
const KEPT_OF_EACH = 200;

@Injectable()
export class TellingRepository {
  /** False while another worker collects. */
  async takeTurn(manager: EntityManager): Promise<boolean> {
    const [row = {}] = await manager.query<Row[]>('SELECT pg_try_advisory_xact_lock($1) AS mine', [TURN]);
    return row['mine'] === true;
  }

  /** Everybody who may sign in, with what he wants to be told. */
  async staff(manager: EntityManager): Promise<Colleague[]> {
    const rows = await manager.query<Row[]>(
      `SELECT p.id, s.settings FROM auth.principals p
         LEFT JOIN analytics.notification_settings s ON s.user_id = p.id
        WHERE p.is_active ORDER BY p.id`,
    );
    return rows.map((row) => ({ userId: integerOf(row, 'id'), settings: readSettings(row['settings']) }));
  }

  /** Notes facts as told. @returns those that were not before */
  async note(manager: EntityManager, facts: readonly Fact[]): Promise<Fact[]> {
    if (facts.length === 0) return [];
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.told_facts (source, subject) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT DO NOTHING RETURNING source, subject`,
      [facts.map(({ source }) => source), facts.map(({ subject }) => subject)],
    );
    const fresh = new Set(rows.map((row) => `${textOf(row, 'source')} ${textOf(row, 'subject')}`));
    return facts.filter(({ source, subject }) => fresh.has(`${source} ${subject}`));
  }

  async tell(manager: EntityManager, told: readonly { userId: number; fact: Fact }[]): Promise<void> {
    for (const { userId, fact } of told) {
      const { subjectId, count, label, actor, day, outcome } = fact.tells;
      await manager.query(
        `INSERT INTO analytics.notifications (user_id, kind, outcome, subject_id, count, label, actor, day)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [userId, fact.source, outcome, subjectId, count, label, actor, day],
      );
    }
  }

  async dropOld(manager: EntityManager): Promise<void> {
    await manager.query(`DELETE FROM analytics.told_facts WHERE told_at < now() - interval '${FACTS_KEPT}'`);
    await manager.query(
      `DELETE FROM analytics.notifications n
        WHERE n.created_at < now() - interval '${NOTIFICATIONS_KEPT}'
           OR n.id <= (SELECT o.id FROM analytics.notifications o WHERE o.user_id = n.user_id
                        ORDER BY o.id DESC OFFSET ${KEPT_OF_EACH} LIMIT 1)`,
    );
  }
}
