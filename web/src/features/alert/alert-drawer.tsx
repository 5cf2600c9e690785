import './alert.css';
import { DownOutlined, QuestionCircleOutlined, UpOutlined } from '@ant-design/icons';
import { type AlertEvidence, categoryOf } from '@clearwatch/contracts/alerts';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { displayedEvidence } from '@clearwatch/domain/detection/finding-evidence';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Switch } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { getAlert } from '../../api/alerts-api.ts';
import { isNotFound } from '../../api/error-messages.ts';
import { TakeNextAlertButton } from '../../components/alerts/take-next-alert.tsx';
import { Fact } from '../../components/figure-cards.tsx';
import { ShortcutLines } from '../../components/key-caps.tsx';
import { QueryStates } from '../../components/panel.tsx';
import { ChangeBadge, RiskBadge } from '../../components/risk-badges.tsx';
import { formatDateTime, formatDay, formatDaysInText } from '../../lib/date-format.ts';
import {
  ALERT_LEGEND,
  ALERT_NAVIGATION_SHORTCUTS,
  useDialogShortcuts,
  useShortcutsEnabled,
} from '../../lib/keyboard-shortcuts.ts';
import { formatMoney } from '../../lib/number-format.ts';
import { type AlertPosition, useAlertPosition, useOpenedAlert } from '../../lib/opened-alert.ts';
import { memberPath } from '../../lib/page-paths.ts';
import { AlertTimeline, formatDayRange, OtherAlerts } from './account-around-alert.tsx';
import { ReplayResult, ReviewForm } from './alert-review-form.tsx';
import { EntriesSection, TriggerSection } from './evidence-entries-table.tsx';
import {
  EvidenceCompanies,
  EvidenceFacts,
  EvidenceFigures,
  EvidenceRule,
  NonTriggerConditions,
} from './evidence-panels.tsx';

function AlertHeader({ activity, evidence }: { activity: UnusualActivityDetail; evidence: AlertEvidence }) {
  const { id, activityType, riskLevel, description, amount, percentageChange } = activity;
  const label = activityLabel(activityType);
  const category = categoryOf(activityType);
  const { memberId, memberName, firstName, lastName } = activity;
  const member =
    memberId === null ? memberName : <Link to={memberPath({ id: memberId, firstName, lastName })}>{memberName}</Link>;
  return (
    <div className="evidence-head">
      <p className="evidence-on-paper">Confidential – SAR-adjacent; do not disclose</p>
      <div className="evidence-title">
        <h2>{label}</h2>
        <RiskBadge level={riskLevel} />
        <span className="quiet">
          {category !== label && `${category} · `}Alert {id}
        </span>
      </div>
      <p className="evidence-seen">{formatDaysInText(description)}</p>
      <dl className="evidence-facts">
        <Fact term="Member" value={member} />
        <Fact term="Account" value={maskAccount(activity.accountNumber)} />
        <Fact
          term="Amount"
          value={
            <span className="evidence-amount">
              {formatMoney(amount)} <ChangeBadge percent={percentageChange} />
            </span>
          }
        />
        <Fact term="Window" value={formatDayRange(evidence.window)} />
        <Fact term="Pattern completed" value={formatDay(activity.activityDate)} />
        <Fact term="Detected" value={formatDateTime(activity.createdAt)} />
      </dl>
    </div>
  );
}

type StoredEvidence = Pick<UnusualActivityDetail, 'evidence' | 'activityType' | 'activityDate' | 'transactionId'>;

/** Fills in fields that evidence from older versions lacks, and converts its ratios to percentages. */
export function completeEvidence(activity: StoredEvidence): AlertEvidence {
  const { evidence, activityType, activityDate, transactionId } = activity;
  const frozen: Partial<AlertEvidence> = evidence;
  return displayedEvidence({
    rule: { activityType, ruleVersion: 0, policyVersion: 0, parameters: [], sources: [] },
    triggerEntryId: String(transactionId),
    figures: [],
    baseline: null,
    window: { firstDay: activityDate, lastDay: activityDate },
    wouldBeSilent: [],
    companies: [],
    dailyTotals: [],
    facts: [],
    ...frozen,
    entries: (frozen.entries ?? []).map((entry) => ({ ...entry, part: entry.part ?? null })),
  });
}

function AlertView({ activity }: { activity: UnusualActivityDetail }) {
  const { evidence: stored, activityType, activityDate, transactionId } = activity;
  // Stable identity, so that the chart is not redrawn when the assignment changes.
  const evidence = useMemo(
    () => completeEvidence({ evidence: stored, activityType, activityDate, transactionId }),
    [stored, activityType, activityDate, transactionId],
  );
  return (
    <div className="evidence">
      <AlertHeader activity={activity} evidence={evidence} />
      <div className="evidence-columns">
        <div className="evidence-main">
          <EvidenceFigures evidence={evidence} />
          <AlertTimeline activity={activity} evidence={evidence} />
          <TriggerSection evidence={evidence} />
          <EntriesSection evidence={evidence} />
          <EvidenceCompanies evidence={evidence} />
          <EvidenceRule rule={evidence.rule} />
        </div>
        <div className="evidence-aside">
          <ReviewForm activity={activity} />
          <EvidenceFacts facts={evidence.facts} />
          <NonTriggerConditions sentences={evidence.wouldBeSilent} />
          <OtherAlerts activityId={activity.id} />
        </div>
      </div>
    </div>
  );
}

type AlertToolbarProps = { place: AlertPosition | null; showsKeys: boolean; onToggleKeys: () => void };

/** Right-aligned, because toasts cover the center. */
function AlertToolbar({ place, showsKeys, onToggleKeys }: AlertToolbarProps) {
  const { turnTo } = useOpenedAlert();
  const [keys] = useShortcutsEnabled();
  const toolbar = useRef<HTMLDivElement>(null);
  const go = (id: number | null | undefined): void => {
    if (id != null) turnTo(id);
  };
  useDialogShortcuts(toolbar, {
    actions: ALERT_NAVIGATION_SHORTCUTS,
    enabled: keys,
    handlers: { next: () => go(place?.next), previous: () => go(place?.previous), legend: onToggleKeys },
  });
  return (
    <div className="alert-toolbar" ref={toolbar}>
      {place !== null && (
        <span className="alert-neighbors">
          <span className="quiet figures">
            {place.position} of {place.count} listed
          </span>
          <Button
            icon={<UpOutlined aria-hidden />}
            aria-label="Previous alert"
            title="Previous alert (k)"
            disabled={place.previous === null}
            onClick={() => go(place.previous)}
          />
          <Button
            icon={<DownOutlined aria-hidden />}
            aria-label="Next alert"
            title="Next alert (j)"
            disabled={place.next === null}
            onClick={() => go(place.next)}
          />
        </span>
      )}
      <TakeNextAlertButton />
      <Button
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label="Keyboard shortcuts"
        aria-expanded={showsKeys}
        title="Keyboard shortcuts (?)"
        onClick={onToggleKeys}
      />
    </div>
  );
}

/** Single-key shortcuts can be turned off, because speech input can trigger them (WCAG 2.1.4). */
function AlertKeyLegend() {
  const [enabled, setEnabled] = useShortcutsEnabled();
  return (
    <section className="alert-keys" aria-label="Keyboard shortcuts">
      <ShortcutLines actions={ALERT_LEGEND.actions} />
      <span className="alert-keys-switch">
        <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={setEnabled} />
        <span className="quiet">Single-key shortcuts</span>
      </span>
    </section>
  );
}

type AlertDrawerProps = { activityId: number | null; onClose: () => void };

export default function AlertDrawer({ activityId, onClose }: AlertDrawerProps) {
  const place = useAlertPosition(activityId);
  const [showsKeys, setShowsKeys] = useState(false);
  return (
    <Drawer
      title="Alert evidence"
      aria-label="Alert evidence"
      size={1100}
      open={activityId !== null}
      onClose={onClose}
      destroyOnHidden
      extra={
        activityId !== null && (
          <AlertToolbar place={place} showsKeys={showsKeys} onToggleKeys={() => setShowsKeys(!showsKeys)} />
        )
      }
    >
      {showsKeys && <AlertKeyLegend />}
      {activityId !== null && <ReplayResult alertId={activityId} />}
      {activityId !== null && <LoadedAlert key={activityId} activityId={activityId} />}
    </Drawer>
  );
}

function LoadedAlert({ activityId }: { activityId: number }) {
  const activity = useQuery(getAlert(activityId));
  const isMissing = isNotFound(activity.error);
  return (
    <>
      {isMissing && activity.data !== undefined && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="alert-gone"
          title="This alert no longer exists because its import was undone. Its last state is shown."
        />
      )}
      <QueryStates
        query={activity}
        height={56}
        failed="The evidence could not be loaded."
        missing="There is no alert with this number. Undoing an import removes its unreviewed alerts."
      >
        {(detail) => <AlertView activity={detail} />}
      </QueryStates>
    </>
  );
}
