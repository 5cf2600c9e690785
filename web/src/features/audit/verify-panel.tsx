import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { requestJson } from '../../api/http.ts';
import { AUDIT_EVENTS_KEY } from '../../api/list-audit-events.ts';
import { refresh } from '../../api/server-events.ts';
import { Panel } from '../../panels/panel.tsx';
import { PanelError } from '../../panels/panel-states.tsx';
import { VerificationResult } from './verification-result.tsx';

/** Proves that nobody has changed what is recorded: the server walks the whole chain. */
export function VerifyPanel() {
  const client = useQueryClient();
  const verify = useMutation({
    mutationFn: () => requestJson<AuditVerification>('/api/audit-events/verify', { method: 'POST' }),
    // The check itself is recorded.
    onSettled: () => refresh(client, [AUDIT_EVENTS_KEY]),
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
  if (verify.data) return <VerificationResult verification={verify.data} />;
  return (
    <p className="quiet">
      Every event carries a keyed hash over itself and the one before it. Verify walks through all of them and
      says whether the log is intact or where it was altered.
    </p>
  );
}
