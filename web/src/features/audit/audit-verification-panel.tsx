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
  altered: 'An event was changed or moved after it was written.',
  missing: 'Events in the middle of the log were removed.',
  truncated: 'The newest events were removed.',
  seal: 'The seal for a past month does not match that month’s events.',
  unknown_key:
    'An event was written with a key that this installation does not have. If a key was retired, or a backup was restored without its keys, add the old key and verify again.',
};

function IntactChain({ verification }: { verification: AuditVerification }) {
  const { events, firstSeq, lastSeq, lastHash, expiredMonths, checkedAt } = verification;
  const range = firstSeq === null || lastSeq === null ? '' : `, #${formatCount(firstSeq)} to #${formatCount(lastSeq)}`;
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
              ` For ${formatQuantity(expiredMonths, 'expired month')}, seals were checked instead of events.`}
          </p>
          {lastSeq !== null && lastHash !== null && (
            <>
              <p>
                Store this value outside Clearwatch. Later, pass it to <code>npm run audit:verify -- --expect</code> to
                prove that no event up to this point was changed, even by someone who has the keys:
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
      title={seq === null ? 'The audit log is broken' : `The audit log is broken at event #${formatCount(seq)}`}
      description={
        <>
          {brokenAt && (
            <>
              <p>{brokenAt.sentence}</p>
              <p>{BREAK_MEANINGS[brokenAt.problem]}</p>
            </>
          )}
          <p>
            What to do: do not change anything. Ask the operator to stop Clearwatch and copy the database and the
            service logs before any investigation, and inform your security officer.
            {seq !== null && ' Events before this point are still verified.'}
          </p>
          <p className="quiet">
            {formatQuantity(events, 'event')} checked at {formatUtcTime(checkedAt)}.
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
  if (verify.isPending) return <p>Verifying all events. A large log takes up to a minute.</p>;
  if (verify.isError) {
    return (
      <PanelError what="The audit log could not be verified." error={verify.error} onRetry={() => verify.mutate()} />
    );
  }
  if (verify.data?.intact === true) return <IntactChain verification={verify.data} />;
  if (verify.data) return <BrokenChain verification={verify.data} />;
  return (
    <p className="quiet">
      Each event contains a keyed hash of itself and the previous event. Verify checks the whole chain and reports
      whether the log is intact or where it was altered.
    </p>
  );
}
