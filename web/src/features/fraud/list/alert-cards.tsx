import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { Selection } from '../decide/use-selection.ts';
import { AlertCard } from './alert-card.tsx';

interface AlertCardsProps {
  alerts: UnusualActivity[];
  selection: Selection;
}

/** One page of alerts that can be opened, reviewed and chosen. */
export function AlertCards({ alerts, selection }: AlertCardsProps) {
  return (
    <ul className="alert-cards" aria-label="Alerts">
      {alerts.map((alert) => (
        <AlertCard
          key={alert.id}
          alert={alert}
          verb="Mark Reviewed"
          choice={{ isChosen: selection.ids.has(alert.id), onToggle: () => selection.toggle(alert.id) }}
        />
      ))}
    </ul>
  );
}
