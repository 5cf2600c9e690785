import { QuestionCircleOutlined } from '@ant-design/icons';
import { useId } from 'react';

interface MappingChoiceProps {
  label: string;
  value: string;
  options: [value: string, text: string][];
  /** Nothing can be imported without it. */
  required?: boolean;
  /** Guessed, and not with certainty. */
  unsure?: boolean;
  onChange: (value: string) => void;
}

const CLASSES = {
  missing: 'mapping-choice mapping-choice-missing',
  unsure: 'mapping-choice mapping-choice-unsure',
  sure: 'mapping-choice',
};

/** A native select: thirty of them stand in one dialog, and each is a keystroke away. */
export function MappingChoice({ label, value, options, required, unsure, onChange }: MappingChoiceProps) {
  const id = useId();
  const noteId = useId();
  const isMissing = required === true && value === '';
  return (
    <div className={CLASSES[isMissing ? 'missing' : unsure ? 'unsure' : 'sure']}>
      <label htmlFor={id}>
        {label}
        {required && <span className="mapping-required"> required</span>}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={isMissing}
        aria-describedby={unsure ? noteId : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {unsure && (
        <span id={noteId} className="mapping-unsure">
          <QuestionCircleOutlined aria-hidden /> Please check
        </span>
      )}
    </div>
  );
}
