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
import { CARD_ATTRIBUTE } from './alert-list-keys.tsx';

function AlertState({ alert }: { alert: UnusualActivity }) {
  const { reviewed, reviewOutcome, reviewedBy, reviewedAt, sarDueOn, assignee, lockedUntil } = alert;
  const now = useServerNow();
  if (!reviewed) {
    if (assignee === null) return null;
    const isWorkedOn = lockedUntil !== null && Date.parse(lockedUntil) > now;
    return (
      <span className="alert-state quiet">
        <UserOutlined aria-hidden /> {isWorkedOn ? `${assignee} is working on this` : `Assigned to ${assignee}`}
      </span>
    );
  }
  const outcome = reviewOutcome !== null && REVIEW_OUTCOME_LABELS[reviewOutcome];
  return (
    <span className="alert-state">
      <span className="alert-state-reviewed" title={reviewedAt === null ? undefined : formatDateTime(reviewedAt)}>
        <CheckOutlined aria-hidden /> Reviewed
      </span>
      <span className="quiet">{[outcome, reviewedBy].filter(Boolean).join(' · ')}</span>
      {sarDueOn !== null && (
        <span className="alert-state-due">
          <ClockCircleOutlined aria-hidden /> SAR due {formatDay(sarDueOn)}
        </span>
      )}
    </span>
  );
}

interface AlertCardProps {
  alert: UnusualActivity;
  verb: 'Mark Reviewed' | 'Review';
  choice?: { isChosen: boolean; onToggle: () => void };
}

function MarkReviewedButton({ alert, verb }: Pick<AlertCardProps, 'alert' | 'verb'>) {
  const review = useReviewAlertWithToast();
  if (alert.reviewed && !review.isPending) return null;
  const words = review.isPending ? 'Reviewing...' : verb;
  return (
    <Button
      size="small"
      aria-label={`${words} ${alertName(alert)}`}
      disabled={review.isPending}
      onClick={({ currentTarget }) => {
        const restoreFocus = focusRestorerFor(currentTarget, 'li', `[${CARD_ATTRIBUTE}]`);
        void review.mutateAsync({ id: alert.id }).then(restoreFocus, restoreFocus);
      }}
    >
      {words}
    </Button>
  );
}

export function AlertCard({ alert, verb, choice }: AlertCardProps) {
  const { id, memberId, memberName, firstName, lastName, accountNumber, transactionId } = alert;
  const [showsEntries, setShowsEntries] = useState(false);
  const name = alertName(alert);
  const label = activityLabel(alert.activityType);
  const category = categoryOf(alert.activityType);
  const toggleText = showsEntries ? 'Hide Details' : 'View Transaction Details';
  return (
    <li className={`alert-card alert-card-${alert.reviewed ? 'reviewed' : 'open'}`}>
      {choice !== undefined && (
        <Checkbox
          className="alert-card-choice"
          aria-label={`Select ${name}`}
          // Hidden instead of removed, so that all cards align.
          style={{ visibility: alert.reviewed ? 'hidden' : 'visible' }}
          checked={choice.isChosen}
          onChange={choice.onToggle}
        />
      )}
      <div className="alert-card-main">
        <div className="alert-card-head">
          <RiskBadge level={alert.riskLevel} />
          {/* CSS stretches the link over the card; other controls are above it. */}
          <Link
            className="whole-card-link alert-card-link"
            to={useAlertLinkTarget(id)}
            aria-label={name}
            {...{ [CARD_ATTRIBUTE]: id }}
          >
            {label}
          </Link>
          {choice !== undefined && category !== label && <span className="quiet">{category}</span>}
        </div>
        <p className="alert-card-words">{formatDaysInText(alert.description)}</p>
      </div>
      <div className="alert-card-figures">
        <strong className="figures">{formatMoney(alert.amount)}</strong>
        <ChangeBadge percent={alert.percentageChange} />
      </div>
      <div className="alert-card-foot">
        <p className="alert-card-about quiet">
          {memberId === null ? (
            <strong>{memberName}</strong>
          ) : (
            <Link to={memberPath({ id: memberId, firstName, lastName })}>{memberName}</Link>
          )}
          <span className="figures">{maskAccount(accountNumber)}</span>
          <span>{formatDay(alert.activityDate)}</span>
          <TransactionLink id={transactionId} label={`Transaction ${transactionId} for ${name}`}>
            Transaction {transactionId}
          </TransactionLink>
        </p>
        <AlertState alert={alert} />
        <span className="alert-card-buttons">
          <Button
            size="small"
            aria-expanded={showsEntries}
            aria-label={`${toggleText} for ${name}`}
            onClick={() => setShowsEntries(!showsEntries)}
          >
            {toggleText}
          </Button>
          <MarkReviewedButton alert={alert} verb={verb} />
        </span>
      </div>
      {showsEntries && (
        <div className="alert-card-entries">
          <NewestTransactions accountNumber={accountNumber} caption={`Latest transactions for ${name}`} />
        </div>
      )}
    </li>
  );
}

export function AlertCardsSkeleton() {
  return (
    <div className="table-skeleton" data-testid="alerts-skeleton">
      <SkeletonLines lines={6} height={84} />
    </div>
  );
}
