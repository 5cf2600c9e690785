import { REVIEW_OUTCOMES, type ReviewOutcome } from '@clearwatch/contracts/alerts';
import { NOTE_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { Button, Input, Radio } from 'antd';
import { type RefObject, useId } from 'react';
import { KeyCaps } from '../../../keyboard/key-caps.tsx';
import { ALERT_DECISION } from '../../../keyboard/key-registry.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { useKeysEnabled } from '../../../keyboard/use-keys-enabled.ts';
import { OUTCOME_CONSEQUENCES, OUTCOME_WORDS } from '../../../review/outcome-words.ts';
import type { Decision } from '../../../review/use-decision-draft.ts';

interface DecisionFormProps {
  draft: Decision;
  onChange: (draft: Decision) => void;
  onSave: () => void;
  isSaving: boolean;
  /** Somebody else works on the alert. */
  isLockedAway: boolean;
  /** The section around it: where its keys mean something, and what is scrolled to. */
  ground: RefObject<HTMLElement | null>;
}

/** What was found, in one word and a note. */
export function DecisionForm({ draft, onChange, onSave, isSaving, isLockedAway, ground }: DecisionFormProps) {
  const [keys] = useKeysEnabled();
  const noteId = useId();
  const radioOf = (outcome: ReviewOutcome) =>
    ground.current?.querySelector<HTMLInputElement>(`input[value="${outcome}"]`);
  const choose = (outcome: ReviewOutcome): void => {
    if (isLockedAway || isSaving) return;
    onChange({ ...draft, outcome });
    radioOf(outcome)?.focus();
  };
  useKeys(ground, {
    deeds: ALERT_DECISION,
    enabled: keys,
    acts: {
      review: () => radioOf(draft.outcome ?? REVIEW_OUTCOMES[0])?.focus(),
      // In the order in which they stand on the screen.
      choose: (at) => choose(REVIEW_OUTCOMES[at] ?? REVIEW_OUTCOMES[0]),
      save: () => {
        if (!isLockedAway && !isSaving) onSave();
      },
    },
  });
  return (
    <>
      <Radio.Group
        className="outcomes"
        aria-label="Outcome (optional)"
        disabled={isLockedAway}
        value={draft.outcome}
        onChange={({ target }) => onChange({ ...draft, outcome: target.value as ReviewOutcome })}
        options={REVIEW_OUTCOMES.map((value, at) => ({
          value,
          label: (
            <>
              <span>{OUTCOME_WORDS[value]}</span>
              {keys && <kbd aria-hidden>{ALERT_DECISION.choose.keys[at]}</kbd>}
            </>
          ),
        }))}
      />
      {draft.outcome !== null && <p className="quiet">{OUTCOME_CONSEQUENCES[draft.outcome]}</p>}
      <label htmlFor={noteId} className="visually-hidden">
        Note
      </label>
      <Input.TextArea
        id={noteId}
        value={draft.note}
        disabled={isLockedAway}
        onChange={({ target }) => onChange({ ...draft, note: target.value })}
        maxLength={NOTE_MAX_LENGTH}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder="Note (optional)"
      />
      <span className="decision-save">
        <Button type="primary" disabled={isLockedAway || isSaving} onClick={onSave}>
          {isSaving ? 'Reviewing...' : 'Mark Reviewed'}
        </Button>
        {!isLockedAway && (
          <span aria-hidden>
            <KeyCaps keys={ALERT_DECISION.save.keys} />
          </span>
        )}
      </span>
    </>
  );
}
