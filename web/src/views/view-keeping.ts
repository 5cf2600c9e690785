import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import { AUDIT_EVENTS_KEY } from '../api/list-audit-events.ts';
import { changeView, deleteView, saveView, VIEWS_KEY } from '../api/saved-views.ts';
import type { Keeping, KeptWords } from '../kept/kept.ts';
import { asShown, type ViewedList } from './list-views.ts';

const WORDS: KeptWords = {
  save: 'Save view',
  saved: (name) => ({ title: 'View Saved', description: `It is kept as “${name}”.` }),
  saveFailed: 'The view could not be saved.',
  replaces: 'You have a view of this name. Saving replaces it.',
  manage: 'Saved views',
  none: 'No views of this list are saved. Filter, sort or search it, then choose Save current view.',
  renamed: (before, after) => ({ title: 'View Renamed', description: `“${before}” is now “${after}”.` }),
  renameFailed: 'The view could not be renamed.',
  shared: (name) => ({ title: 'View Shared', description: `All colleagues can use “${name}”.` }),
  unshared: (name, owner) => ({
    title: 'View Unshared',
    description: `Only ${owner} can see “${name}” now.`,
  }),
  changeFailed: 'The view could not be changed.',
  delete: 'Delete saved view',
  deleteQuestion: (name, isShared) =>
    `Delete the saved view “${name}”?${isShared ? ' It is shared: it goes for all colleagues.' : ''}` +
    ' Nothing that it shows is touched.',
  deleted: (name) => ({ title: 'View Deleted', description: `“${name}” is gone.` }),
  deleteFailed: 'The view could not be deleted.',
};

/** Views of a list kept under a name. */
export function viewKeeping(list: ViewedList): Keeping<SavedView> {
  return {
    save: (labels) => saveView({ ...labels, ...asShown(list), screen: list.screen }),
    replace: ({ id }, labels) => changeView(id, { ...labels, ...asShown(list) }),
    relabel: ({ id, query, hiddenColumns }, labels) => changeView(id, { ...labels, query, hiddenColumns }),
    remove: ({ id }) => deleteView(id),
    outdated: [VIEWS_KEY, AUDIT_EVENTS_KEY],
    words: WORDS,
  };
}
