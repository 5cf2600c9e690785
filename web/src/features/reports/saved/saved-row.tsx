import type { SavedFilter } from '@clearwatch/contracts/http/transaction-reports';
import { Button } from 'antd';
import { changeFilter } from '../../../api/report-filters.ts';
import { filterChips } from '../filters/filter-labels.ts';
import { fromWire } from '../filters/filter-state.ts';
import { useFilterChange } from './use-filter-change.ts';

interface SavedRowProps {
  saved: SavedFilter;
  isOwn: boolean;
  onApply: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** Saved filters with what they ask and whose they are. Only their owner and admins may change them. */
export function SavedRow({ saved, isOwn, onApply, onRename, onDelete }: SavedRowProps) {
  const { id, name, visibility, filters, owner, mayChange } = saved;
  const change = useFilterChange(() => undefined);
  const isShared = visibility === 'shared';
  const share = (): void =>
    change.mutate({
      call: () => changeFilter(id, { name, filters, visibility: isShared ? 'own' : 'shared' }),
      done: isShared
        ? { title: 'Filters Unshared', description: `Only ${isOwn ? 'you' : owner} can see “${name}” now.` }
        : { title: 'Filters Shared', description: `All colleagues can use “${name}”.` },
      failed: 'The filters could not be changed.',
    });
  return (
    <li className="saved-row">
      <div className="saved-what">
        <button type="button" className="link-button" onClick={onApply}>
          {name}
        </button>
        <span className="quiet">
          {isOwn ? 'Yours' : `By ${owner}`}
          {isShared && ', shared'}
        </span>
        <span className="quiet saved-asks">
          {filterChips(fromWire(filters))
            .map(({ words }) => words)
            .join(' · ')}
        </span>
      </div>
      {mayChange && (
        <div className="saved-acts">
          <Button
            size="small"
            disabled={change.isPending}
            aria-label={`${isShared ? 'Unshare' : 'Share'} ${name}`}
            onClick={share}
          >
            {isShared ? 'Unshare' : 'Share'}
          </Button>
          <Button size="small" aria-label={`Rename ${name}`} onClick={onRename}>
            Rename
          </Button>
          <Button size="small" danger aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
