import { REPORT_TYPE_LABELS, type ReportType } from '@clearwatch/contracts/ai-reports';
import { ToneBadge } from '../figures/tone-badge.tsx';

export function ReportTypeTag({ type }: { type: ReportType }) {
  return (
    <span className="report-type-tag">
      <ToneBadge tone="blue">{REPORT_TYPE_LABELS[type]}</ToneBadge>
    </span>
  );
}
