import type { SavedFilter, SaveFilterRequest } from '@clearwatch/contracts/transaction-reports.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { ViewToKeep } from '../kept-views/kept-view.ts';
import { KeptViews } from '../kept-views/kept-views.service.ts';
import { criteriaOf } from '../search/criteria.ts';
import { toSavedFilter } from './to-saved-filter.ts';

const SCREENS = ['report'] as const;

/** Filter sets of transaction reports kept under a name. */
@Injectable()
export class SavedFiltersService {
  constructor(private readonly views: KeptViews) {}

  async list(actor: Actor): Promise<SavedFilter[]> {
    const kept = await this.views.list(actor, 'report');
    return kept.map((view) => toSavedFilter(actor, view));
  }

  /** @throws AppError `bad_request` for filters that ask nothing; `conflict` for a name in use or too many */
  async add(actor: Actor, request: SaveFilterRequest): Promise<SavedFilter> {
    return toSavedFilter(actor, await this.views.add(actor, 'report', checked(request)));
  }

  /** @throws AppError as `add` does; `not_found`, `forbidden` */
  async change(actor: Actor, id: number, request: SaveFilterRequest): Promise<SavedFilter> {
    return toSavedFilter(actor, await this.views.change(actor, SCREENS, id, checked(request)));
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.views.remove(actor, SCREENS, id);
  }
}

/** Kept as it was given, when it asks for something. */
function checked({ name, visibility, filters }: SaveFilterRequest): ViewToKeep {
  criteriaOf(filters);
  return { name, visibility, content: filters };
}
