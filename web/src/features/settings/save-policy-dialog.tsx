import type { DetectionPolicyView, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, type InputRef, Modal } from 'antd';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, isPostponed } from '../../api/api-client.ts';
import { DETECTION_POLICY_KEY, getDetectionPolicy, saveDetectionPolicy } from '../../api/detection-api.ts';
import { useToasts } from '../../components/toasts.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { readDraftText, useDraft } from '../../lib/form-drafts.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import {
  formatBacktestResult,
  isSamePolicy,
  type PolicyBacktestRun,
  sumBacktestRows,
} from './policy-backtest-panel.tsx';
import { conflictingEdits, draftChanges, editsToReach, type PolicyEditing, policyDifferences } from './policy-draft.ts';
import { ChangeList } from './policy-version-list.tsx';

type PolicyConflictNoticeProps = { editing: PolicyEditing; newer: DetectionPolicyView };

export function PolicyConflictNotice({ editing, newer }: PolicyConflictNoticeProps) {
  const { base, edits, draft, carryOver, discardOwn } = editing;
  const conflicts = conflictingEdits(edits, editsToReach(base, newer)).size;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${newer.createdBy} saved version ${newer.version} on ${formatDateTime(newer.createdAt)}`}
      description={
        <div className="newer-policy">
          <p>
            Reason: {newer.reason}. Your {formatQuantity(draft.changed, 'change')} {draft.changed === 1 ? 'is' : 'are'}{' '}
            based on version {base.version}. Version {newer.version} changed:
          </p>
          <ChangeList changes={policyDifferences(base, newer)} rules={newer.rules} />
          {conflicts > 0 && (
            <p>
              <strong>You changed {conflicts} of these to a different value.</strong> If you keep your changes, your
              values replace these.
            </p>
          )}
          <div className="newer-policy-buttons">
            <Button type="primary" onClick={carryOver}>
              Reload and keep my changes
            </Button>
            <Button onClick={discardOwn}>Reload and discard my changes</Button>
          </div>
        </div>
      }
    />
  );
}

interface SavePolicyDialogProps {
  editing: PolicyEditing;
  body: PolicyBody;
  backtest: PolicyBacktestRun;
  onClose: () => void;
  onSaved: (version: number) => void;
}

export function SavePolicyDialog({ editing, body, backtest, onClose, onSaved }: SavePolicyDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const reasonId = useId();
  const field = useRef<InputRef>(null);
  // The reason is kept after the dialog closes, so that users need not retype it after a conflict.
  const draft = useDraft('policyReason', {
    empty: { text: '' },
    read: (stored) => ({ text: readDraftText(stored, 'text') }),
  });
  const reason = draft.value.text.trim();
  const save = useMutation({
    mutationFn: () => saveDetectionPolicy(Object.assign({}, body, { reason, basedOn: editing.base.version })),
    onMutate: () => toasts.clear(),
    onSuccess: async (saved) => {
      // An older response must not replace the saved policy.
      await client.cancelQueries({ queryKey: DETECTION_POLICY_KEY });
      editing.discard();
      client.setQueryData(getDetectionPolicy().queryKey, saved);
      toasts.success({
        title: 'Settings Saved',
        description: `Version ${saved.version} of the detection policy is in force.`,
      });
      onClose();
      draft.discard();
      onSaved(saved.version);
      await client.invalidateQueries({ queryKey: DETECTION_POLICY_KEY });
    },
    onError: async (error) => {
      toasts.failed('Settings Not Saved', error, 'The detection policy could not be saved.');
      if (isPostponed(error)) return onClose();
      if (!(error instanceof ApiError) || error.status !== 409) return;
      await client.invalidateQueries({ queryKey: DETECTION_POLICY_KEY });
      onClose();
    },
  });
  useRestoreFocus(true);
  return (
    <Modal
      open
      title="Save the detection policy"
      width={620}
      mask={{ closable: false }}
      onCancel={() => !save.isPending && onClose()}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      cancelButtonProps={{ disabled: save.isPending }}
      okText={save.isPending ? 'Saving...' : 'Save Settings'}
      okButtonProps={{ disabled: save.isPending || reason === '' }}
      onOk={() => save.mutate()}
    >
      <div className="save-dialog">
        <p>{describeBacktestState(backtest, body)}</p>
        <ChangeList changes={draftChanges(editing.base, editing.draft)} rules={editing.base.rules} />
        <label htmlFor={reasonId}>Why? The reason is stored with the version.</label>
        <Input.TextArea
          id={reasonId}
          ref={field}
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={draft.value.text}
          onChange={({ target }) => draft.change({ text: target.value })}
        />
      </div>
    </Modal>
  );
}

function describeBacktestState({ started, query: { data } }: PolicyBacktestRun, body: PolicyBody): string {
  if (started === null) return 'These values have not been backtested.';
  if (data?.state !== 'finished')
    return 'The backtest is still running. You would save these values without its result.';
  return isSamePolicy(started.body, body)
    ? `Backtest: ${formatBacktestResult(data, sumBacktestRows(data.rows))}`
    : 'These values have not been backtested. The last backtest used other values.';
}

export function PolicySavedNotice({ version, onClose }: { version: number; onClose: () => void }) {
  return (
    <Alert
      className="saved-hint"
      type="success"
      showIcon
      closable={{ onClose }}
      title={`Version ${version} is in force`}
      description={
        <>
          It applies to transactions imported from now on. To analyze existing transactions, use{' '}
          <Link to="/fraud">Run Full Analysis</Link>.
        </>
      }
    />
  );
}
