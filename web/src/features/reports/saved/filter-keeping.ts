import type { SavedFilter, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { AUDIT_EVENTS_KEY } from '../../../api/list-audit-events.ts';
import { changeFilter, deleteFilter, REPORT_FILTERS_KEY, saveFilter } from '../../../api/report-filters.ts';
import type { Keeping, KeptWords } from '../../../kept/kept.ts';

const WORDS: KeptWords = {
  save: 'Save filters',
  saved: (name) => ({ title: 'Filters Saved', description: `They are kept as “${name}”.` }),
  saveFailed: 'The filters could not be saved.',
  replaces: 'You have filters of this name. Saving replaces them.',
  manage: 'Saved filters',
  none: 'No filters are saved. Apply some to the report, then choose Save filters.',
  renamed: (before, after) => ({ title: 'Filters Renamed', description: `“${before}” is now “${after}”.` }),
  renameFailed: 'The filters could not be renamed.',
  shared: (name) => ({ title: 'Filters Shared', description: `All colleagues can use “${name}”.` }),
  unshared: (name, owner) => ({
    title: 'Filters Unshared',
    description: `Only ${owner} can see “${name}” now.`,
  }),
  changeFailed: 'The filters could not be changed.',
  delete: 'Delete saved filters',
  deleteQuestion: (name, isShared) =>
    `Delete the saved filters “${name}”?${isShared ? ' They are shared: they go for all colleagues.' : ''}` +
    ' No transaction is touched.',
  deleted: (name) => ({ title: 'Filters Deleted', description: `“${name}” is gone.` }),
  deleteFailed: 'The filters could not be deleted.',
};

/** Filter sets of transaction reports kept under a name. @param filters those that apply now */
export function filterKeeping(filters: TransactionFilters): Keeping<SavedFilter> {
  return {
    save: (labels) => saveFilter({ ...labels, filters }),
    replace: ({ id }, labels) => changeFilter(id, { ...labels, filters }),
    relabel: (kept, labels) => changeFilter(kept.id, { ...labels, filters: kept.filters }),
    remove: ({ id }) => deleteFilter(id),
    outdated: [REPORT_FILTERS_KEY, AUDIT_EVENTS_KEY],
    words: WORDS,
  };
}
