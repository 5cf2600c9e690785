import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { getAlertCounts } from '../../../api/list-unusual-activities.ts';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { type AlertListState, isAlertListFiltered } from './alert-list-state.ts';
import { TAB_WORDS } from './alert-tabs.ts';

interface NoAlertsProps {
  state: AlertListState;
  onClear: () => void;
}

/** Nothing matches, nothing is of the tab's kind, or there is nothing yet to be found anything in. */
export function NoAlerts({ state, onClear }: NoAlertsProps) {
  const { data: counts } = useQuery(getAlertCounts());
  if (isAlertListFiltered(state)) {
    return (
      <PanelEmpty text="No alerts match the filters.">
        <Button onClick={onClear}>Clear filters</Button>
      </PanelEmpty>
    );
  }
  return (
    <PanelEmpty text={TAB_WORDS[state.tab].empty}>
      {counts?.transactions === 0 && <Link to="/import">Import a file</Link>}
    </PanelEmpty>
  );
}
