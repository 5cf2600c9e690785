import type {
  DetectionPolicyView,
  PolicyBody,
  SavePolicyRequest,
} from '@clearwatch/contracts/detection-policy.dto';
import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, type InputRef, Modal } from 'antd';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/api-client.ts';
import { DETECTION_POLICY_KEY, getDetectionPolicy, saveDetectionPolicy } from '../../api/detection-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { useToasts } from '../../components/toasts.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { readDraftText, useDraft } from '../../lib/form-drafts.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { ChangeList } from './policy-change-list.tsx';
import { conflictingEdits, draftChanges, editsToReach, policyDifferences } from './policy-draft.ts';
import {
  finishedBacktestOf,
  formatBacktestResult,
  type PolicyBacktestRun,
  sumBacktestRows,
} from './use-policy-backtest.ts';
import type { PolicyDraft } from './use-policy-draft.ts';

interface PolicyConflictNoticeProps {
  editing: PolicyDraft;
  newer: DetectionPolicyView;
}

/** Somebody was faster: what was saved, whether it touches the same things, and how to go on. */
export function PolicyConflictNotice({
  editing: { base, edits, draft, carryOver, discardOwn },
  newer,
}: PolicyConflictNoticeProps) {
  const both = conflictingEdits(edits, editsToReach(base, newer)).size;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${newer.createdBy} saved version ${newer.version} meanwhile, on ${formatDateTime(newer.createdAt)}`}
      description={
        <div className="newer-policy">
          <p>
            Reason: {newer.reason}. Your {formatQuantity(draft.changed, 'change')}{' '}
            {draft.changed === 1 ? 'is' : 'are'} based on version {base.version}. It changed:
          </p>
          <ChangeList changes={policyDifferences(base, newer)} rules={newer.rules} />
          {both > 0 && (
            <p>
              <strong>
                {formatQuantity(both, 'of these is', 'of these are')} changed by you as well, to something
                else.
              </strong>{' '}
              Keeping your changes puts yours in their place.
            </p>
          )}
          <div className="newer-policy-buttons">
            <Button type="primary" onClick={carryOver}>
              Reload and keep my changes
            </Button>
            <Button onClick={discardOwn}>Reload and drop my changes</Button>
          </div>
        </div>
      }
    />
  );
}

interface SavePolicyOptions {
  editing: PolicyDraft;
  onClose: () => void;
  onSaved: (version: number) => void;
}

/** Saves the draft. When somebody else was faster, what he saved is read, and the draft stays as it is. */
function useSavePolicy({ editing, onClose, onSaved }: SavePolicyOptions) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (request: SavePolicyRequest) => saveDetectionPolicy(request),
    onMutate: () => toasts.clear(),
    onSuccess: async (saved) => {
      // An answer that was asked for before must not come after.
      await client.cancelQueries({ queryKey: DETECTION_POLICY_KEY });
      editing.discard();
      client.setQueryData(getDetectionPolicy().queryKey, saved);
      toasts.success({
        title: 'Settings Saved',
        description: `Version ${saved.version} of the detection policy is in force.`,
      });
      onClose();
      onSaved(saved.version);
      await client.invalidateQueries({ queryKey: DETECTION_POLICY_KEY });
    },
    onError: async (error) => {
      toasts.failure({
        title: 'Settings Not Saved',
        description: describeError(error, 'The detection policy could not be saved.'),
      });
      if (!(error instanceof ApiError) || error.status !== 409) return;
      await client.invalidateQueries({ queryKey: DETECTION_POLICY_KEY });
      onClose();
    },
  });
}

interface SavePolicyDialogProps {
  editing: PolicyDraft;
  body: PolicyBody;
  backtest: PolicyBacktestRun;
  onClose: () => void;
  onSaved: (version: number) => void;
}

/** The second step: what changes, whether it has been tried out, and why. */
export function SavePolicyDialog(props: SavePolicyDialogProps) {
  const { editing, body, backtest, onClose, onSaved } = props;
  const reasonId = useId();
  const field = useRef<InputRef>(null);
  /** Outlives the dialog: also when somebody else was faster it need not be written twice. */
  const draft = useDraft('policyReason', {
    empty: { text: '' },
    read: (stored) => ({ text: readDraftText(stored, 'text') }),
  });
  const reason = draft.value.text;
  const save = useSavePolicy({
    editing,
    onClose,
    onSaved: (version) => {
      draft.forget();
      onSaved(version);
    },
  });
  useRestoreFocus(true);
  const close = (): void => {
    if (!save.isPending) onClose();
  };
  return (
    <Modal
      open
      title="Save the detection policy"
      width={620}
      mask={{ closable: false }}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      footer={[
        <Button key="cancel" onClick={close} disabled={save.isPending}>
          Cancel
        </Button>,
        <Button
          key="save"
          type="primary"
          disabled={save.isPending || reason.trim() === ''}
          onClick={() =>
            save.mutate(Object.assign({}, body, { reason: reason.trim(), basedOn: editing.base.version }))
          }
        >
          {save.isPending ? 'Saving...' : 'Save Settings'}
        </Button>,
      ]}
    >
      <div className="save-dialog">
        <p>{describeBacktestState(backtest, body)}</p>
        <ChangeList changes={draftChanges(editing.base, editing.draft)} rules={editing.base.rules} />
        <label htmlFor={reasonId}>Why? The reason stays with the version.</label>
        <Input.TextArea
          id={reasonId}
          ref={field}
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          onChange={({ target }) => draft.change({ text: target.value })}
        />
      </div>
    </Modal>
  );
}

/** Whether what is saved is what was tried out. */
function describeBacktestState(backtest: PolicyBacktestRun, body: PolicyBody): string {
  const finished = finishedBacktestOf(backtest, body);
  if (finished !== null)
    return `Tried out: ${formatBacktestResult(finished, sumBacktestRows(finished.rows))}`;
  if (backtest.started === null) return 'These values have not been tried out on the history.';
  return backtest.query.data?.state === 'finished'
    ? 'Other values have been tried out; these have not.'
    : 'The try-out is not finished yet; these values would be saved without its result.';
}

interface PolicySavedNoticeProps {
  version: number;
  onClose: () => void;
}

/** What a new policy does at once, and what it needs somebody for. */
export function PolicySavedNotice({ version, onClose }: PolicySavedNoticeProps) {
  return (
    <Alert
      className="saved-hint"
      type="success"
      showIcon
      closable={{ onClose }}
      title={`Version ${version} is in force`}
      description={
        <>
          Transactions that come in from now on are analyzed with it. For those that are here already,{' '}
          <Link to="/fraud">Run Full Analysis</Link>.
        </>
      }
    />
  );
}
