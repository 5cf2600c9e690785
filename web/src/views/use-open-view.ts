import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import { useNavigate } from 'react-router-dom';
import type { ListWithViews } from './list-views.ts';

/**
 * Opens a view: the address becomes its query, as the list itself would write it, so that an old view or one of a colleague
 * can say nothing the list does not know; and the columns become its columns.
 */
export function useOpenView({ canonical, columns }: ListWithViews) {
  const navigate = useNavigate();
  return (view: SavedView, replace = {} as { replace?: true }): void => {
    void navigate({ search: canonical(view.query) }, replace);
    columns?.hide([...view.hiddenColumns]);
  };
}
