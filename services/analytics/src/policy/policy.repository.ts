import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

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

  async newestVersion(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<Row[]>(
      'SELECT version FROM analytics.detection_policies ORDER BY version DESC LIMIT 1',
    );
    if (row === undefined) throw new Error('no detection policy is stored');
    return integerOf(row, 'version');
  }

  async bodyOf(manager: EntityManager, version: number): Promise<unknown> {
    const [row] = await manager.query<Row[]>(
      'SELECT body FROM analytics.detection_policies WHERE version = $1',
      [version],
    );
    if (row === undefined) throw new Error(`detection policy ${version} is not stored`);
    return row['body'];
  }
}
