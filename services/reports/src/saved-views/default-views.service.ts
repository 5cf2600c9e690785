import { VIEW_SCREENS } from '@clearwatch/contracts/saved-views.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { KeptViews, noSuchView } from '../kept-views/kept-views.service.ts';
import { DefaultViewsRepository } from './default-views.repository.ts';

/** What a screen opens with is everybody's own affair: nobody is told, and the audit log does not note it. */
@Injectable()
export class DefaultViewsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly views: KeptViews,
    private readonly defaults: DefaultViewsRepository,
  ) {}

  /**
   * One's own view or one that is shared; one that is unshared later is no longer anybody else's default.
   * @throws AppError `not_found`, `forbidden`
   */
  async choose(actor: Actor, path: string, viewId: number | null): Promise<void> {
    const screen = VIEW_SCREENS.find((known) => known === path);
    if (screen === undefined) throw new AppError('not_found', 'There is no such screen.');
    const visible = await this.views.list(actor, screen);
    const userId = actor.userId ?? 0;
    if (viewId === null) return this.defaults.forget(this.database.manager, userId, screen);
    if (!visible.some(({ id }) => id === viewId)) throw noSuchView([screen]);
    await this.defaults.choose(this.database.manager, userId, screen, viewId);
  }
}
