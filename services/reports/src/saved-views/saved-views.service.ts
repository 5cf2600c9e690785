import {
  type ChangeViewRequest,
  type SavedView,
  type SaveViewRequest,
  VIEW_SCREENS,
  type ViewScreen,
} from '@clearwatch/contracts/saved-views.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { ViewToKeep } from '../kept-views/kept-view.ts';
import { KeptViews } from '../kept-views/kept-views.service.ts';
import { toSavedView, type ViewOfList } from './to-saved-view.ts';

/** Views of the lists, kept under a name. */
@Injectable()
export class SavedViewsService {
  constructor(private readonly views: KeptViews) {}

  /** @throws AppError `forbidden` */
  async list(actor: Actor, screen: ViewScreen): Promise<SavedView[]> {
    const kept = await this.views.list(actor, screen);
    return kept.map((view) => toSavedView(actor, view));
  }

  /** @throws AppError `bad_request`; `conflict` for a name in use or too many; `forbidden` */
  async add(actor: Actor, request: SaveViewRequest): Promise<SavedView> {
    return toSavedView(actor, await this.views.add(actor, request.screen, checked(request)));
  }

  /** @throws AppError as `add` does; `not_found` */
  async change(actor: Actor, id: number, request: ChangeViewRequest): Promise<SavedView> {
    return toSavedView(actor, await this.views.change(actor, VIEW_SCREENS, id, checked(request)));
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.views.remove(actor, VIEW_SCREENS, id);
  }
}

/**
 * The query is kept as text and never taken apart here: the screen that opens it reads it like an address somebody typed, and
 * leaves out what it does not know. Only what is no query at all is refused.
 */
function checked({ name, visibility, query, hiddenColumns }: ChangeViewRequest): ViewToKeep {
  if (!/^[\w.~%+&=*-]*$/.test(query))
    throw new AppError('bad_request', 'The query must be that of an address, without the question mark.');
  if (hiddenColumns.some((title) => title.includes('\0') || !title.isWellFormed()))
    throw new AppError('bad_request', 'The columns must be named by their titles.');
  const content: ViewOfList = { query, hiddenColumns };
  return { name, visibility, content };
}
