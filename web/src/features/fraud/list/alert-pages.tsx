import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import type { Page } from '../../../api/page.ts';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';
import { SelectionBar } from '../decide/selection-bar.tsx';
import type { Selection } from '../decide/use-selection.ts';
import { AlertCards } from './alert-cards.tsx';
import { AlertCardsSkeleton } from './alert-cards-skeleton.tsx';
import { ALERTS_PER_PAGE, type AlertListState } from './alert-list-state.ts';

interface AlertPagesProps {
  state: AlertListState;
  query: UseQueryResult<Page<UnusualActivity>>;
  selection: Selection;
  onReview: () => void;
  onPage: (page: number) => void;
  /** Nothing matches, or nothing is there at all. */
  empty: ReactNode;
}

/** One page of the alerts in all its states. While the next one comes the last one stays, paler. */
export function AlertPages({ state, query, selection, onReview, onPage, empty }: AlertPagesProps) {
  const top = useRef<HTMLDivElement>(null);
  const turnTo = (page: number): void => {
    onPage(page);
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  const show = (page: Page<UnusualActivity>): ReactNode => {
    if (page.items.length > 0) {
      return (
        <>
          <SelectionBar state={state} page={page} selection={selection} onReview={onReview} />
          <AlertCards alerts={page.items} selection={selection} />
          <TablePages of={page} page={state.page} pageSize={ALERTS_PER_PAGE} onPage={turnTo} />
        </>
      );
    }
    if (page.total === 0) return empty;
    return (
      <PanelEmpty text="There are not that many pages.">
        <Button onClick={() => onPage(1)}>Go to the first page</Button>
      </PanelEmpty>
    );
  };
  return (
    <div ref={top} className={query.isPlaceholderData ? 'table-outdated' : undefined}>
      <QueryStates query={query} skeleton={<AlertCardsSkeleton />} failed="The alerts could not be loaded.">
        {show}
      </QueryStates>
    </div>
  );
}
