import { CheckOutlined, ClockCircleOutlined, UserOutlined } from '@ant-design/icons';
import { categoryOf } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useReviewAlertWithToast } from '../../components/alerts/alert-review.ts';
import { NewestTransactions } from '../../components/newest-transactions.tsx';
import { SkeletonLines } from '../../components/panel.tsx';
import { ChangeBadge, RiskBadge } from '../../components/risk-badges.tsx';
import { TransactionLink } from '../../components/transaction-link.tsx';
import { alertName, REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { formatDateTime, formatDay, formatDaysInText } from '../../lib/date-format.ts';
import { focusRestorerFor } from '../../lib/keyboard-focus.ts';
import { formatMoney } from '../../lib/number-format.ts';
import { useAlertLinkTarget } from '../../lib/opened-alert.ts';
import { memberPath } from '../../lib/page-paths.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import type { AlertSelection } from './alert-bulk-review.tsx';
import { CARD_ATTRIBUTE } from './alert-list-keys.tsx';

function AlertState({ alert }: { alert: UnusualActivity }) {
  const { reviewed, reviewOutcome, reviewedBy, reviewedAt, sarDueOn } = alert;
  if (!reviewed) return <AssigneeText alert={alert} />;
  return (
    <span className="alert-state">
      <span
        className="alert-state-reviewed"
        title={reviewedAt === null ? undefined : formatDateTime(reviewedAt)}
      >
        <CheckOutlined aria-hidden /> Reviewed
      </span>
      <span className="quiet">
        {reviewOutcome !== null && REVIEW_OUTCOME_LABELS[reviewOutcome]}
        {reviewOutcome !== null && reviewedBy !== null && ' · '}
        {reviewedBy}
      </span>
      {sarDueOn !== null && (
        <span className="alert-state-due">
          <ClockCircleOutlined aria-hidden /> Report due {formatDay(sarDueOn)}
        </span>
      )}
    </span>
  );
}

function AssigneeText({ alert: { assignee, lockedUntil } }: { alert: UnusualActivity }) {
  const now = useServerNow();
  if (assignee === null) return null;
  const isWorkedOn = lockedUntil !== null && Date.parse(lockedUntil) > now;
  return (
    <span className="alert-state quiet">
      <UserOutlined aria-hidden /> {isWorkedOn ? `${assignee} is working on it` : `Assigned to ${assignee}`}
    </span>
  );
}

function MarkReviewedButton({ alert, verb }: { alert: UnusualActivity; verb: 'Mark Reviewed' | 'Review' }) {
  const review = useReviewAlertWithToast();
  if (alert.reviewed && !review.isPending) return null;
  const words = review.isPending ? 'Reviewing...' : verb;
  return (
    <Button
      size="small"
      aria-label={`${words} ${alertName(alert)}`}
      disabled={review.isPending}
      onClick={({ currentTarget }) => {
        const keepPlace = focusRestorerFor(currentTarget, 'li', `[${CARD_ATTRIBUTE}]`);
        void review.mutateAsync({ id: alert.id }).then(keepPlace, keepPlace);
      }}
    >
      {words}
    </Button>
  );
}

interface AlertCardProps {
  alert: UnusualActivity;
  verb: 'Mark Reviewed' | 'Review';
  choice?: { isChosen: boolean; onToggle: () => void };
}

export function AlertCard({ alert, verb, choice }: AlertCardProps) {
  const [showsEntries, setShowsEntries] = useState(false);
  const name = alertName(alert);
  return (
    <li className={`alert-card alert-card-${alert.reviewed ? 'reviewed' : 'open'}`}>
      {choice !== undefined && (
        <Checkbox
          className="alert-card-choice"
          aria-label={`Select ${name}`}
          // Reserves the space, so that all cards align.
          style={{ visibility: alert.reviewed ? 'hidden' : 'visible' }}
          checked={choice.isChosen}
          onChange={choice.onToggle}
        />
      )}
      <div className="alert-card-main">
        <div className="alert-card-head">
          <RiskBadge level={alert.riskLevel} />
          <AlertLink alert={alert} />
          {choice !== undefined && <CategoryLabel alert={alert} />}
        </div>
        <p className="alert-card-words">{formatDaysInText(alert.description)}</p>
      </div>
      <div className="alert-card-figures">
        <strong className="figures">{formatMoney(alert.amount)}</strong>
        <ChangeBadge percent={alert.percentageChange} />
      </div>
      <div className="alert-card-foot">
        <p className="alert-card-about quiet">
          <MemberName alert={alert} />
          <span className="figures">{maskAccount(alert.accountNumber)}</span>
          <span>{formatDay(alert.activityDate)}</span>
          <TransactionLink id={alert.transactionId} label={`Transaction ${alert.transactionId} of ${name}`}>
            Transaction {alert.transactionId}
          </TransactionLink>
        </p>
        <AlertState alert={alert} />
        <span className="alert-card-buttons">
          <Button
            size="small"
            aria-expanded={showsEntries}
            aria-label={`${showsEntries ? 'Hide Details' : 'View Transaction Details'} of ${name}`}
            onClick={() => setShowsEntries(!showsEntries)}
          >
            {showsEntries ? 'Hide Details' : 'View Transaction Details'}
          </Button>
          <MarkReviewedButton alert={alert} verb={verb} />
        </span>
      </div>
      {showsEntries && (
        <div className="alert-card-entries">
          <NewestTransactions accountNumber={alert.accountNumber} caption={`Last transactions of ${name}`} />
        </div>
      )}
    </li>
  );
}

/** Its style stretches it over the card; other controls lie above it. */
function AlertLink({ alert }: { alert: UnusualActivity }) {
  return (
    <Link
      className="whole-card-link alert-card-link"
      to={useAlertLinkTarget(alert.id)}
      aria-label={alertName(alert)}
      {...{ [CARD_ATTRIBUTE]: alert.id }}
    >
      {activityLabel(alert.activityType)}
    </Link>
  );
}

function CategoryLabel({ alert: { activityType } }: { alert: UnusualActivity }) {
  const category = categoryOf(activityType);
  return category === activityLabel(activityType) ? null : <span className="quiet">{category}</span>;
}

function MemberName({ alert: { memberId, memberName, firstName, lastName } }: { alert: UnusualActivity }) {
  if (memberId === null) return <strong>{memberName}</strong>;
  return <Link to={memberPath({ id: memberId, firstName, lastName })}>{memberName}</Link>;
}

export function AlertCardsSkeleton() {
  return (
    <div className="table-skeleton" data-testid="alerts-skeleton">
      <SkeletonLines lines={6} height={84} />
    </div>
  );
}

export function AlertCards({ alerts, selection }: { alerts: UnusualActivity[]; selection: AlertSelection }) {
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
