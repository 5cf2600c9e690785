import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A version as it was stored; its body may be of another version of the program. */
export interface StoredVersion {
  version: number;
  body: unknown;
  reason: string;
  createdBy: string;
  createdAt: string;
}

const COLUMNS = 'version, body, reason, created_by, created_at';

@Injectable()
export class PolicyRepository {
  /** Stores version 1 unless there is a policy already; two processes that start at once store one. */
  async addFirst(
    manager: EntityManager,
    policy: { body: object; reason: string; createdBy: string },
  ): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.detection_policies (version, body, reason, created_by)
       SELECT 1, $1, $2, $3 WHERE NOT EXISTS (SELECT FROM analytics.detection_policies)
       ON CONFLICT (version) DO NOTHING`,
      [JSON.stringify(policy.body), policy.reason, policy.createdBy],
    );
  }

  /** False when somebody else has stored that version: of two at once one waits for the other and then loses. */
  async add(manager: EntityManager, stored: Omit<StoredVersion, 'createdAt'>): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.detection_policies (version, body, reason, created_by) VALUES ($1, $2, $3, $4)
       ON CONFLICT (version) DO NOTHING RETURNING version`,
      [stored.version, JSON.stringify(stored.body), stored.reason, stored.createdBy],
    );
    return rows.length === 1;
  }

  async newest(manager: EntityManager): Promise<StoredVersion> {
    const [newest] = await this.newestFirst(manager, { offset: 0, limit: 1 });
    if (newest === undefined) throw new Error('no detection policy is stored');
    return newest;
  }

  async newestFirst(
    manager: EntityManager,
    wanted: { offset: number; limit: number },
  ): Promise<StoredVersion[]> {
    const rows = await manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM analytics.detection_policies ORDER BY version DESC OFFSET $1 LIMIT $2`,
      [wanted.offset, wanted.limit],
    );
    return rows.map(toStoredVersion);
  }

  async count(manager: EntityManager): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS versions FROM analytics.detection_policies',
    );
    return integerOf(row, 'versions');
  }

  async find(manager: EntityManager, version: number): Promise<StoredVersion | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM analytics.detection_policies WHERE version = $1::bigint`,
      [version],
    );
    return row === undefined ? null : toStoredVersion(row);
  }
}

function toStoredVersion(row: Row): StoredVersion {
  return {
    version: integerOf(row, 'version'),
    body: row['body'],
    reason: textOf(row, 'reason'),
    createdBy: textOf(row, 'created_by'),
    createdAt: instantOf(row, 'created_at'),
  };
}
