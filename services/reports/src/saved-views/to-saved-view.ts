import { type SavedView, VIEW_SCREENS } from '@clearwatch/contracts/saved-views.dto';
import { enumOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { type KeptView, mayChange } from '../kept-views/kept-view.ts';

/** What is kept of a list: its address's query, and the columns it does without. */
export interface ViewOfList {
  query: string;
  hiddenColumns: string[];
}

export function toSavedView(actor: Actor, view: KeptView): SavedView {
  return {
    id: view.id,
    screen: enumOf(VIEW_SCREENS, { screen: view.screen }, 'screen'),
    name: view.name,
    visibility: view.visibility,
    ...contentOf(view.content),
    owner: view.owner,
    mayChange: mayChange(actor, view),
    isDefault: view.isDefault,
    updatedAt: view.updatedAt,
  };
}

function contentOf(content: unknown): ViewOfList {
  const row = content as Row;
  const columns = row['hiddenColumns'];
  if (!Array.isArray(columns)) throw new TypeError('A kept view says nothing of its columns');
  return { query: textOf(row, 'query'), hiddenColumns: columns.map(String) };
}
