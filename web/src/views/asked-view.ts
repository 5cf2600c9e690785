import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { numberIn } from '../addresses/read-param.ts';
import type { ListWithViews } from './list-views.ts';
import { useOpenView } from './use-open-view.ts';

const NAME = 'view';

/** Where a list shows a view: what it asks for stands there already, its columns follow when the views are known. */
export function viewAddress(path: string, { id, query }: Pick<SavedView, 'id' | 'query'>): string {
  const params = new URLSearchParams(query);
  params.set(NAME, String(id));
  return `${path}?${params.toString()}`;
}

/** Opens the view that the address names, in its place: afterwards the address says what is shown, as the list writes it. */
export function useAskedView(list: ListWithViews, views: readonly SavedView[] | undefined): void {
  const [params] = useSearchParams();
  const asked = numberIn(params, NAME);
  const view = asked === null ? undefined : views?.find(({ id }) => id === asked);
  const open = useOpenView(list);
  useEffect(() => {
    if (view !== undefined) open(view, { replace: true });
  });
}
