import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ListFigures } from './list-figures.service.ts';

/** Brings the lists up to date before somebody asks for them. */
@Injectable()
export class WarmLists {
  constructor(
    private readonly lists: ListFigures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: who asks for a list that is not up to date has that done. */
  async warm(): Promise<void> {
    try {
      await this.lists.bringUpToDate();
    } catch (error) {
      this.logger.warn({ err: error }, 'lists could not be brought up to date ahead');
    }
  }
}
