import { AUDIT_EVENTS_KEY } from '../../../api/list-audit-events.ts';
import { REPORT_FILTERS_KEY } from '../../../api/report-filters.ts';
import { useToldChange } from '../../../toasts/use-told-change.ts';

/** A change of the filters kept under a name. */
export function useFilterChange(onDone: () => void) {
  return useToldChange([REPORT_FILTERS_KEY, AUDIT_EVENTS_KEY], onDone);
}
