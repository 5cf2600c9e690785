import { Tabs } from 'antd';
import { useRef, useState } from 'react';
import { useAddressState } from '../../../addresses/use-address-state.ts';
import { useListedAlerts } from '../../../alert-link/listed-alerts.ts';
import { useKeysEnabled } from '../../../keyboard/use-keys-enabled.ts';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { alertName } from '../../../risk/alert-name.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { DecideDialog, type Decision } from '../decide/decide-dialog.tsx';
import { useSelection } from '../decide/use-selection.ts';
import { AlertFilterBar } from './alert-filter-bar.tsx';
import {
  BESIDE_LIST,
  isBackwards,
  NO_ALERT_FILTERS,
  readAlertList,
  writeAlertList,
} from './alert-list-state.ts';
import { AlertPages } from './alert-pages.tsx';
import { ALERT_TABS, type AlertTab, TAB_WORDS } from './alert-tabs.ts';
import { ByCategory } from './by-category.tsx';
import { KeyLegend } from './key-legend.tsx';
import { NoAlerts } from './no-alerts.tsx';
import { useAlerts } from './use-alerts.ts';
import { useCardKeys } from './use-card-keys.ts';
import './alert-list.css';

const ADDRESS = { read: readAlertList, write: writeAlertList, beside: BESIDE_LIST };

/** The alerts, searched, filtered, sorted and paged by the server, to be opened and decided. */
export function AlertList() {
  const { state, change, amend } = useAddressState(ADDRESS);
  const { page, categories, shown } = useAlerts(state);
  useListedAlerts(shown);
  const toasts = useToasts();
  const list = useRef<HTMLDivElement>(null);
  const [keys, setKeys] = useKeysEnabled();
  const [decision, setDecision] = useState<Decision | null>(null);
  const isByCategory = state.tab === 'categories';
  const selection = useSelection(writeAlertList({ ...state, page: 1, sort: 'worklist' }).toString());

  const ask = (about: Decision): void => {
    // What was said of the last decision would cover the next.
    toasts.clear();
    setDecision(about);
  };
  const reviewSelected = (): void => ask({ ids: [...selection.ids], name: null });
  const openAlert = (id: number | null) => shown.find((alert) => alert.id === id && !alert.reviewed);
  useCardKeys(list, keys, {
    onReview: (id) => {
      const alert = openAlert(id);
      if (selection.ids.size > 0) reviewSelected();
      else if (alert !== undefined) ask({ ids: [alert.id], name: alertName(alert) });
    },
    onSelect: (id) => {
      if (!isByCategory && openAlert(id) !== undefined) selection.toggle(id);
    },
  });

  const empty = <NoAlerts state={state} onClear={() => change(NO_ALERT_FILTERS)} />;
  return (
    <section className="panel" id="alerts" aria-label="Alerts">
      <h2 className="visually-hidden">Alerts</h2>
      <div className="alert-tabs">
        <Tabs
          activeKey={state.tab}
          items={ALERT_TABS.map((key) => ({ key, label: TAB_WORDS[key].label }))}
          onChange={(tab) => change({ tab: tab as AlertTab })}
          animated={false}
        />
        <KeyLegend enabled={keys} onToggle={setKeys} />
      </div>
      <AlertFilterBar state={state} onChange={change} onSearch={(search) => amend({ search })} />
      <div ref={list}>
        {isBackwards(state) && <PanelEmpty text="The last day is before the first." />}
        {!isBackwards(state) && isByCategory && (
          <ByCategory state={state} categories={categories} empty={empty} />
        )}
        {!isBackwards(state) && !isByCategory && (
          <AlertPages
            state={state}
            query={page}
            selection={selection}
            onReview={reviewSelected}
            onPage={(to) => change({ page: to })}
            empty={empty}
          />
        )}
      </div>
      {decision !== null && (
        <DecideDialog decision={decision} onClose={() => setDecision(null)} onDecided={selection.clear} />
      )}
    </section>
  );
}
