import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { paragraph, prose } from '../prose.ts';

/** What to do, in order; said as well when there is nothing to do. */
export function actionsSection(actions: readonly (Span[] | null)[]): ReportSection {
  const items = actions.filter((action): action is Span[] => action !== null && action.length > 0);
  return {
    title: 'Recommended actions',
    blocks:
      items.length === 0 ? [paragraph(prose`This report recommends no action.`)] : [{ kind: 'list', items }],
  };
}
