import type { ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { BulkReviewResponse } from '@clearwatch/contracts/alerts.dto';
import { NOTE_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { Button, Input, Modal, Radio } from 'antd';
import { useId, useRef, useState } from 'react';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { formatCounted } from '../../../formats/count.ts';
import { OUTCOME_CONSEQUENCES, OUTCOME_WORDS } from '../../../review/outcome-words.ts';
import { useDecideAlert } from '../../../review/use-decide-alert.ts';
import { useDecisionDraft } from '../../../review/use-decision-draft.ts';
import { bulkWords, skippedOf } from './bulk-words.ts';
import { useDecideSeveral } from './use-decide-several.ts';
import './decide.css';

/** What is to be decided: one alert, by its name, or several. */
export interface Decision {
  ids: readonly number[];
  name: string | null;
}

interface DecideDialogProps {
  decision: Decision;
  onClose: () => void;
  /** Something was decided: what was chosen for it is no longer. */
  onDecided: () => void;
}

const OUTCOMES = Object.entries(OUTCOME_WORDS).map(([value, label]) => ({ value, label }));

/** What was found, in one word and a note: the second step before alerts are closed. */
export function DecideDialog({ decision: { ids, name }, onClose, onDecided }: DecideDialogProps) {
  const one = useDecideAlert();
  const several = useDecideSeveral();
  const draft = useDecisionDraft(name === null ? null : (ids[0] ?? null));
  const { outcome, note } = draft.value;
  const [result, setResult] = useState<BulkReviewResponse | null>(null);
  const noteId = useId();
  const form = useRef<HTMLDivElement>(null);
  useFocusAround(true);

  const what = name ?? formatCounted(ids.length, 'alert');
  const busy = one.isPending || several.isPending;
  const close = (): void => {
    if (busy) return;
    draft.forget();
    onClose();
  };
  const decide = async (): Promise<void> => {
    if (outcome === null) return;
    const finding = { outcome, ...(note.trim() !== '' && { note: note.trim() }) };
    const [first] = ids;
    if (name !== null && first !== undefined) {
      await one.mutateAsync({ id: first, finding });
      draft.forget();
      onDecided();
      onClose();
      return;
    }
    const answer = await several.mutateAsync({ ids: [...ids], ...finding });
    draft.forget();
    onDecided();
    if (skippedOf(answer) === 0) onClose();
    else setResult(answer);
  };

  if (result !== null) return <Result result={result} onClose={onClose} />;
  return (
    <Modal
      open
      title={`Review ${what}`}
      width={520}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && form.current?.querySelector('input')?.focus()}
      footer={[
        <Button key="cancel" onClick={close} disabled={busy}>
          Cancel
        </Button>,
        <Button
          key="review"
          type="primary"
          disabled={busy || outcome === null}
          // What went wrong is said by a toast; the dialog stays with what was written.
          onClick={() => void decide().catch(() => undefined)}
        >
          {busy ? 'Reviewing...' : `Review ${name === null ? what : 'alert'}`}
        </Button>,
      ]}
    >
      <div className="decide-dialog" ref={form}>
        <Radio.Group
          aria-label="Outcome"
          options={OUTCOMES}
          value={outcome}
          onChange={({ target }) => draft.change({ outcome: target.value as ReviewOutcome, note })}
        />
        <p className="quiet">{consequence(outcome, ids.length)}</p>
        <label htmlFor={noteId}>Note (optional)</label>
        <Input.TextArea
          id={noteId}
          rows={3}
          maxLength={NOTE_MAX_LENGTH}
          value={note}
          onChange={({ target }) => draft.change({ outcome, note: target.value })}
        />
      </div>
    </Modal>
  );
}

function Result({ result, onClose }: { result: BulkReviewResponse; onClose: () => void }) {
  return (
    <Modal
      open
      title="Some alerts were left as they are"
      width={520}
      onCancel={onClose}
      footer={[
        <Button key="close" type="primary" onClick={onClose}>
          Close
        </Button>,
      ]}
    >
      <p>{bulkWords(result)}</p>
    </Modal>
  );
}

function consequence(outcome: ReviewOutcome | null, alerts: number): string {
  if (outcome === null) {
    return alerts === 1 ? 'What did you find?' : 'The same outcome and note go to each of them.';
  }
  return OUTCOME_CONSEQUENCES[outcome];
}
