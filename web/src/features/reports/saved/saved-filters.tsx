import type { SavedFilter } from '@clearwatch/contracts/transaction-reports.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useId } from 'react';
import { useDialogInAddress } from '../../../addresses/use-dialog-in-address.ts';
import { getCurrentUser } from '../../../api/get-current-user.ts';
import { listSavedFilters } from '../../../api/report-filters.ts';
import { mainGround } from '../../../dialogs/main-ground.ts';
import { ManageDialog } from '../../../kept/manage-dialog.tsx';
import { SaveDialog } from '../../../kept/save-dialog.tsx';
import { filterChips } from '../filters/filter-labels.ts';
import { type FilterState, fromWire, identityOf, toWire } from '../filters/filter-state.ts';
import { filterKeeping } from './filter-keeping.ts';

interface SavedFiltersProps {
  applied: FilterState;
  onApply: (filters: FilterState) => void;
}

/** Filter sets kept under a name: choosing one applies it. Works without them when the server cannot say which there are. */
export function SavedFilters({ applied, onApply }: SavedFiltersProps) {
  const id = useId();
  const saving = useDialogInAddress('save-filters');
  const managing = useDialogInAddress('filters');
  const username = useQuery(getCurrentUser()).data?.username ?? '';
  const filters = useQuery(listSavedFilters());
  const saved = filters.data ?? [];
  const own = saved.filter(({ owner }) => owner === username);
  const shared = saved.filter(({ owner }) => owner !== username);
  const identity = identityOf(applied);
  const current = saved.find((one) => identityOf(fromWire(one.filters)) === identity);
  const groups = [
    { label: 'Yours', options: own.map((one) => ({ value: one.id, label: one.name })) },
    {
      label: 'Shared by colleagues',
      options: shared.map((one) => ({ value: one.id, label: `${one.name} (${one.owner})` })),
    },
  ].filter(({ options }) => options.length > 0);
  const keeping = filterKeeping(toWire(applied));
  const apply = (one: SavedFilter | undefined): void => {
    if (one !== undefined) onApply(fromWire(one.filters));
  };
  return (
    <section className="panel saved-filters" aria-label="Saved filters">
      <div className="report-field">
        <label htmlFor={id}>Saved Filters</label>
        <Select<number | null>
          id={id}
          virtual={false}
          getPopupContainer={mainGround}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={placeholderFor(filters.isError, saved.length)}
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
      {saving.isOpen && identity !== '' && <SaveDialog keeping={keeping} own={own} onClose={saving.close} />}
      {managing.isOpen && (
        <ManageDialog
          keeping={keeping}
          kept={saved}
          username={username}
          about={asks}
          onApply={(one) => {
            // Those that apply already lead nowhere.
            if (one === current) managing.close();
            else apply(one);
          }}
          onClose={managing.close}
        />
      )}
    </section>
  );
}

function placeholderFor(isUnknown: boolean, count: number): string {
  if (isUnknown) return 'Could not be loaded';
  return count === 0 ? 'None yet' : 'Choose';
}

function asks({ filters }: SavedFilter): string {
  return filterChips(fromWire(filters))
    .map(({ words }) => words)
    .join(' · ');
}
