import { categoryOf } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { useAlertAddress } from '../../../alert-link/use-opened-alert.ts';
import { NewestEntries } from '../../../entries/newest-entries.tsx';
import { formatDay, withFormattedDays } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { alertName } from '../../../risk/alert-name.ts';
import { ChangeBadge } from '../../../risk/change-badge.tsx';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { TransactionLink } from '../../../transaction-link/transaction-link.tsx';
import { AlertState } from './alert-state.tsx';
import { MarkReviewed } from './mark-reviewed.tsx';
import { CARD_ATTRIBUTE } from './use-card-keys.ts';

interface AlertCardProps {
  alert: UnusualActivity;
  /** What the button says that reviews it. */
  verb: 'Mark Reviewed' | 'Review';
  /** Where several can be chosen: whether this one is, and how that changes. */
  choice?: { isChosen: boolean; onToggle: () => void };
}

/** An alert in the list: what was seen, about whom, how much, and what can be done. The whole card opens its evidence. */
export function AlertCard({ alert, verb, choice }: AlertCardProps) {
  const [showsEntries, setShowsEntries] = useState(false);
  const name = alertName(alert);
  return (
    <li className={`alert-card alert-card-${alert.reviewed ? 'reviewed' : 'open'}`}>
      {choice !== undefined && (
        <Checkbox
          className="alert-card-choice"
          aria-label={`Select ${name}`}
          // A place is kept for those that cannot be chosen, so that all cards begin on one line.
          style={{ visibility: alert.reviewed ? 'hidden' : 'visible' }}
          checked={choice.isChosen}
          onChange={choice.onToggle}
        />
      )}
      <div className="alert-card-main">
        <div className="alert-card-head">
          <RiskBadge level={alert.riskLevel} />
          <AlertLink alert={alert} />
          {choice !== undefined && <Category alert={alert} />}
        </div>
        <p className="alert-card-words">{withFormattedDays(alert.description)}</p>
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
          <MarkReviewed alert={alert} verb={verb} />
        </span>
      </div>
      {showsEntries && (
        <div className="alert-card-entries">
          <NewestEntries accountNumber={alert.accountNumber} caption={`Last transactions of ${name}`} />
        </div>
      )}
    </li>
  );
}

/** Stretched over the card by its style; what else can be clicked lies above it. */
function AlertLink({ alert }: { alert: UnusualActivity }) {
  return (
    <Link
      className="whole-card-link alert-card-link"
      to={useAlertAddress(alert.id)}
      aria-label={alertName(alert)}
      {...{ [CARD_ATTRIBUTE]: alert.id }}
    >
      {activityLabel(alert.activityType)}
    </Link>
  );
}

/** Of a rule that is called like its category it goes without saying. */
function Category({ alert: { activityType } }: { alert: UnusualActivity }) {
  const category = categoryOf(activityType);
  return category === activityLabel(activityType) ? null : <span className="quiet">{category}</span>;
}

/** Leads to the member's page; an alert whose account is gone names nobody to go to. */
function MemberName({ alert: { memberId, memberName, firstName, lastName } }: { alert: UnusualActivity }) {
  if (memberId === null) return <strong>{memberName}</strong>;
  return <Link to={memberAddress({ id: memberId, firstName, lastName })}>{memberName}</Link>;
}
