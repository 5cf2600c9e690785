import type { SavedFilter, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useId } from 'react';
import { AUDIT_EVENTS_KEY } from '../../api/audit-api.ts';
import {
  changeFilter,
  deleteFilter,
  listSavedFilters,
  REPORT_FILTERS_KEY,
  saveFilter,
} from '../../api/saved-views-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import {
  ManageSavedItemsDialog,
  type SavedItemActions,
  type SavedItemTexts,
  SaveItemDialog,
} from '../../components/saved-views/saved-item-dialogs.tsx';
import { useUrlDialog } from '../../lib/use-url-state.ts';
import {
  filterChips,
  fromTransactionFilters,
  type ReportFilterState,
  reportFilterKey,
  toTransactionFilters,
} from './report-filter-state.ts';

const SAVED_VIEW_TEXT: SavedItemTexts = {
  noun: 'filters',
  plural: 'filters',
  replaces: 'You already have filters with this name. Saving replaces them.',
  none: 'No saved filters. Apply filters to the report, then choose Save filters.',
  deleteQuestion: (name, isShared) =>
    `Delete the saved filters “${name}”?${isShared ? ' They are shared and will be deleted for all colleagues.' : ''}` +
    ' No transactions are changed.',
};

function savedReportViewActions(filters: TransactionFilters): SavedItemActions<SavedFilter> {
  return {
    save: (labels) => saveFilter({ ...labels, filters }),
    replace: ({ id }, labels) => changeFilter(id, { ...labels, filters }),
    relabel: (saved, labels) => changeFilter(saved.id, { ...labels, filters: saved.filters }),
    remove: ({ id }) => deleteFilter(id),
    outdated: [REPORT_FILTERS_KEY, AUDIT_EVENTS_KEY],
    texts: SAVED_VIEW_TEXT,
  };
}

type SavedReportViewsProps = { applied: ReportFilterState; onApply: (filters: ReportFilterState) => void };

export function SavedReportViews({ applied, onApply }: SavedReportViewsProps) {
  const id = useId();
  const saving = useUrlDialog('save-filters');
  const managing = useUrlDialog('filters');
  const username = useQuery(getCurrentUser()).data?.username ?? '';
  const filters = useQuery(listSavedFilters());
  const saved = filters.data ?? [];
  const own = saved.filter(({ owner }) => owner === username);
  const shared = saved.filter(({ owner }) => owner !== username);
  const identity = reportFilterKey(applied);
  const current = saved.find((one) => reportFilterKey(fromTransactionFilters(one.filters)) === identity);
  const groups = [
    { label: 'Yours', options: own.map((one) => ({ value: one.id, label: one.name })) },
    {
      label: 'Shared by colleagues',
      options: shared.map((one) => ({ value: one.id, label: `${one.name} (${one.owner})` })),
    },
  ].filter(({ options }) => options.length > 0);
  const actions = savedReportViewActions(toTransactionFilters(applied));
  const apply = (one: SavedFilter | undefined): void => {
    if (one !== undefined) onApply(fromTransactionFilters(one.filters));
  };
  return (
    <section className="panel saved-filters" aria-label="Saved filters">
      <div className="report-field">
        <label htmlFor={id}>Saved Filters</label>
        <Select<number | null>
          id={id}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={filters.isError ? 'Could not be loaded' : saved.length === 0 ? 'None yet' : 'Choose'}
          disabled={saved.length === 0}
          options={groups}
          value={current?.id ?? null}
          onChange={(chosen) => apply(saved.find((one) => one.id === chosen))}
        />
      </div>
      <div className="saved-buttons">
        <Button size="small" disabled={identity === '' || filters.isError} onClick={saving.open}>
          Save filters
        </Button>
        <Button size="small" disabled={saved.length === 0} onClick={managing.open}>
          Manage
        </Button>
      </div>
      {saving.isOpen && identity !== '' && <SaveItemDialog actions={actions} own={own} onClose={saving.close} />}
      {managing.isOpen && (
        <ManageSavedItemsDialog
          actions={actions}
          items={saved}
          username={username}
          describe={(one) =>
            filterChips(fromTransactionFilters(one.filters))
              .map(({ words }) => words)
              .join(' · ')
          }
          onApply={(one) => {
            // The URL would not change, so the dialog would not close.
            if (one === current) managing.close();
            else apply(one);
          }}
          onClose={managing.close}
        />
      )}
    </section>
  );
}
