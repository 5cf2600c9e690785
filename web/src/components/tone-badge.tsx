import './components.css';
import { REPORT_TYPE_LABELS, type ReportType } from '@clearwatch/contracts/ai-reports';
import { partnershipBand } from '@clearwatch/domain/companies/partnership-score';
import { debtRatioBand } from '@clearwatch/domain/members/member-bands';
import type { ReactNode } from 'react';
import { formatPercent } from '../lib/number-format.ts';

export type Tone = 'green' | 'blue' | 'yellow' | 'red' | 'gray';

export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`tone-badge figures tone-badge-${tone}`}>{children}</span>;
}

export function DebtRatioBadge({ ratio }: { ratio: string }) {
  return <ToneBadge tone={debtRatioBand(Number(ratio))}>{formatPercent(Number(ratio))}</ToneBadge>;
}

export function ReportTypeTag({ type }: { type: ReportType }) {
  return (
    <span className="report-type-tag">
      <ToneBadge tone="blue">{REPORT_TYPE_LABELS[type]}</ToneBadge>
    </span>
  );
}

export function ScoreBadge({ score }: { score: number }) {
  return <ToneBadge tone={partnershipBand(score)}>{score}</ToneBadge>;
}
