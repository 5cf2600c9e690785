import type { ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Which view a person's screen opens with. */
@Injectable()
export class DefaultViewsRepository {
  async choose(manager: EntityManager, userId: number, screen: ViewScreen, viewId: number): Promise<void> {
    await manager.query(
      `INSERT INTO reports.default_views (user_id, screen, view_id) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, screen) DO UPDATE SET view_id = excluded.view_id`,
      [userId, screen, viewId],
    );
  }

  async forget(manager: EntityManager, userId: number, screen: ViewScreen): Promise<void> {
    await manager.query('DELETE FROM reports.default_views WHERE user_id = $1 AND screen = $2', [
      userId,
      screen,
    ]);
  }
}
