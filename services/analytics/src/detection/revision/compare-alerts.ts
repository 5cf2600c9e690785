import type { AddedAlert } from '../findings/standing-alerts.ts';
import type { StoredAlert } from '../findings/stored-alert.ts';

export interface Comparison {
  /** Ids of open alerts that nothing calls for any more. */
  gone: string[];
  /** Open alerts that stand and keep their id, beside what they should say. */
  kept: { id: string; alert: AddedAlert }[];
  missing: AddedAlert[];
}

/** Sets the alerts that should stand against the open ones that do; of a type, an entry anchors one alert of an account. */
export function compareAlerts(open: readonly StoredAlert[], should: readonly AddedAlert[]): Comparison {
  const ids = new Map(open.map((alert) => [keyOf(alert), alert.id]));
  const wanted = new Set(should.map(keyOf));
  const kept: Comparison['kept'] = [];
  const missing: AddedAlert[] = [];
  for (const alert of should) {
    const id = ids.get(keyOf(alert));
    if (id === undefined) missing.push(alert);
    else kept.push({ id, alert });
  }
  return { gone: open.filter((alert) => !wanted.has(keyOf(alert))).map(({ id }) => id), kept, missing };
}

function keyOf({ activityType, accountNumber, triggerEntryId }: StoredAlert): string {
  return JSON.stringify([activityType, accountNumber, triggerEntryId]);
}
