import { WarningOutlined } from '@ant-design/icons';
import type { ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { Link, useSearchParams } from 'react-router-dom';
import { ToneBadge } from '../../../figures/tone-badge.tsx';
import { formatCounted } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { ReportTypeTag } from '../../../report-writing/report-type-tag.tsx';
import { STATE_WORDS } from '../report-state.ts';

interface ReportRowProps {
  report: ReportSummary;
  isSelected: boolean;
}

/** A report in the list: title, type, when, and what is to be known before it is read. */
export function ReportRow({ report, isSelected }: ReportRowProps) {
  const [params] = useSearchParams();
  const { id, title, reportType, generatedAt, state, unboundCount } = report;
  const to = new URLSearchParams(params);
  to.set('report', String(id));
  const stated = STATE_WORDS[state];
  return (
    <li className={`ai-report-row ${isSelected ? 'ai-report-row-selected' : ''}`}>
      <Link
        className="ai-report-link"
        to={{ search: `?${to.toString()}` }}
        aria-current={isSelected ? 'true' : undefined}
      >
        {title}
      </Link>
      <span className="ai-report-tags">
        <ReportTypeTag type={reportType} />
        {stated !== null && <ToneBadge tone={stated.tone}>{stated.words}</ToneBadge>}
        {unboundCount > 0 && (
          <span className="ai-report-unbound">
            <WarningOutlined aria-hidden /> {formatCounted(unboundCount, 'unverified figure')}
          </span>
        )}
      </span>
      <span className="quiet figures">{formatDateTime(generatedAt)}</span>
    </li>
  );
}
