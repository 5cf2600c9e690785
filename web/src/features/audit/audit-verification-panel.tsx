import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { AuditBreak, AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { requestJson } from '../../api/api-client.ts';
import { AUDIT_EVENTS_KEY } from '../../api/audit-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { Panel, PanelError } from '../../components/panel.tsx';
import { formatUtcTime } from '../../lib/date-format.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';

const BREAK_MEANINGS: Record<AuditBreak, string> = {
  altered: 'Somebody or something changed an event after it was written, or moved it.',
  missing: 'Events between two others have been removed.',
  truncated: 'The newest events have been removed.',
  seal: 'The seal of a past month does not fit its events.',
  unknown_key:
    'An event was made with a key this installation does not have. If a key was retired or a backup restored without its keys, add the old key again and verify anew.',
};

function IntactChain({ verification }: { verification: AuditVerification }) {
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
            {formatQuantity(events, 'event')}
            {range}, checked {formatUtcTime(checkedAt)}.
            {expiredMonths > 0 &&
              ` ${formatQuantity(expiredMonths, 'older month')} expired; the seals were checked instead.`}
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

function BrokenChain({ verification: { brokenAt, events, checkedAt } }: { verification: AuditVerification }) {
  const seq = brokenAt?.seq ?? null;
  return (
    <Alert
      type="error"
      showIcon
      title={
        seq === null ? 'The audit log is broken' : `The audit log is broken at event #${formatCount(seq)}`
      }
      description={
        <>
          {brokenAt && (
            <>
              <p>{brokenAt.sentence}</p>
              <p>{BREAK_MEANINGS[brokenAt.problem]}</p>
            </>
          )}
          <p>
            What to do: change nothing. Have the operator stop Clearwatch and copy the database and the
            service logs before anybody looks further, and tell whoever is responsible for security.
            {seq !== null && ' What was recorded before this place is still proven.'}
          </p>
          <p className="quiet">
            {formatQuantity(events, 'event')} looked at, checked {formatUtcTime(checkedAt)}.
          </p>
        </>
      }
    />
  );
}

export function VerifyPanel() {
  const client = useQueryClient();
  const verify = useMutation({
    mutationFn: () => requestJson<AuditVerification>('/api/audit-events/verify', { method: 'POST' }),
    // The check itself is recorded.
    onSettled: () => refreshQueries(client, [AUDIT_EVENTS_KEY]),
  });
  return (
    <Panel
      title="Integrity"
      actions={
        <Button
          icon={<SafetyCertificateOutlined aria-hidden />}
          disabled={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {verify.isPending ? 'Verifying...' : 'Verify'}
        </Button>
      }
    >
      <div className="audit-verify" aria-live="polite">
        <VerifyState verify={verify} />
      </div>
    </Panel>
  );
}

function VerifyState({ verify }: { verify: ReturnType<typeof useMutation<AuditVerification, Error, void>> }) {
  if (verify.isPending) return <p>Walking through all events. A long log takes up to a minute.</p>;
  if (verify.isError) {
    return (
      <PanelError
        what="The audit log could not be verified."
        error={verify.error}
        onRetry={() => verify.mutate()}
      />
    );
  }
  if (verify.data?.intact === true) return <IntactChain verification={verify.data} />;
  if (verify.data) return <BrokenChain verification={verify.data} />;
  return (
    <p className="quiet">
      Every event carries a keyed hash over itself and the one before it. Verify walks through all of them and
      says whether the log is intact or where it was altered.
    </p>
  );
}
