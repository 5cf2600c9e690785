import type { AuditBreak, AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { Alert } from 'antd';
import { formatCount, formatCounted } from '../../formats/count.ts';
import { formatExactTime } from '../../formats/dates.ts';

/** What each kind of break means. */
const MEANINGS: Record<AuditBreak, string> = {
  altered: 'Somebody or something changed an event after it was written, or moved it.',
  missing: 'Events between two others have been removed.',
  truncated: 'The newest events have been removed.',
  seal: 'The seal of a past month does not fit its events.',
  unknown_key:
    'An event was made with a key this installation does not have. If a key was retired or a backup restored without its keys, add the old key again and verify anew.',
};

export function VerificationResult({ verification }: { verification: AuditVerification }) {
  return verification.intact ? (
    <Intact verification={verification} />
  ) : (
    <Broken verification={verification} />
  );
}

function Intact({ verification }: { verification: AuditVerification }) {
  const { events, firstSeq, lastSeq, lastHash, expiredMonths, checkedAt } = verification;
  const range =
    firstSeq === null || lastSeq === null ? '' : `, #${formatCount(firstSeq)} to #${formatCount(lastSeq)}`;
  return (
    <Alert
      type="success"
      showIcon
      title="The audit log is intact"
      description={
        <>
          <p>
            {formatCounted(events, 'event')}
            {range}, checked {formatExactTime(checkedAt)}.
            {expiredMonths > 0 &&
              ` ${formatCounted(expiredMonths, 'older month')} expired; the seals were checked instead.`}
          </p>
          {lastSeq !== null && lastHash !== null && (
            <>
              <p>
                Note this outside Clearwatch. Given to <code>npm run audit:verify -- --expect</code>, it
                proves later that nothing up to here was changed, even by somebody who holds the keys:
              </p>
              <code className="audit-head">
                {lastSeq}:{lastHash}
              </code>
            </>
          )}
        </>
      }
    />
  );
}

function Broken({ verification: { brokenAt, events, checkedAt } }: { verification: AuditVerification }) {
  const place = brokenAt?.seq ?? null;
  return (
    <Alert
      type="error"
      showIcon
      title={
        place === null ? 'The audit log is broken' : `The audit log is broken at event #${formatCount(place)}`
      }
      description={
        <>
          {brokenAt && (
            <>
              <p>{brokenAt.sentence}</p>
              <p>{MEANINGS[brokenAt.problem]}</p>
            </>
          )}
          <p>
            What to do: change nothing. Have the operator stop Clearwatch and copy the database and the
            service logs before anybody looks further, and tell whoever is responsible for security.
            {place !== null && ' What was recorded before this place is still proven.'}
          </p>
          <p className="quiet">
            {formatCounted(events, 'event')} looked at, checked {formatExactTime(checkedAt)}.
          </p>
        </>
      }
    />
  );
}
