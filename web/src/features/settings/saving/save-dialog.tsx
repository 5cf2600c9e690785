import type { PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { Button, Input, type InputRef, Modal } from 'antd';
import { useId, useRef } from 'react';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { textIn, useDraft } from '../../../drafts/use-draft.ts';
import { changesIn } from '../draft/draft-policy.ts';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { sumOf, tryoutWords } from '../tryout/tryout-words.ts';
import { finishedTryoutOf, type Tryout } from '../tryout/use-tryout.ts';
import { ChangeList } from './change-list.tsx';
import { useSavePolicy } from './use-save-policy.ts';
import './saving.css';

interface SaveDialogProps {
  editing: PolicyDraft;
  body: PolicyBody;
  tryout: Tryout;
  onClose: () => void;
  onSaved: (version: number) => void;
}

/** The second step: what changes, whether it has been tried out, and why. */
export function SaveDialog(props: SaveDialogProps) {
  const { editing, body, tryout, onClose, onSaved } = props;
  const reasonId = useId();
  const field = useRef<InputRef>(null);
  /** Outlives the dialog: also when somebody else was faster it need not be written twice. */
  const draft = useDraft('policyReason', {
    empty: { text: '' },
    read: (stored) => ({ text: textIn(stored, 'text') }),
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
  useFocusAround(true);
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
        <p>{triedWords(tryout, body)}</p>
        <ChangeList changes={changesIn(editing.base, editing.draft)} rules={editing.base.rules} />
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
function triedWords(tryout: Tryout, body: PolicyBody): string {
  const finished = finishedTryoutOf(tryout, body);
  if (finished !== null) return `Tried out: ${tryoutWords(finished, sumOf(finished.rows))}`;
  if (tryout.begun === null) return 'These values have not been tried out on the history.';
  return tryout.query.data?.state === 'finished'
    ? 'Other values have been tried out; these have not.'
    : 'The try-out is not finished yet; these values would be saved without its result.';
}
