import type { ReportState } from '@clearwatch/contracts/ai-reports.dto';

export const UNFINISHED_REPORT_LABELS: Record<Exclude<ReportState, 'completed'>, string> = {
  pending: 'waiting',
  composing: 'in progress',
  failed: 'failed',
  cancelled: 'canceled',
};
