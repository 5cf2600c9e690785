import { Input } from 'antd';
import { useId } from 'react';
import type { DraftParameter } from '../draft/draft-policy.ts';
import { formatParameter } from '../draft/number-text.ts';
import './parameter-field.css';

interface ParameterFieldProps {
  parameter: DraftParameter;
  /** What the number is, for screen readers. */
  label: string;
  mayEdit: boolean;
  onChange: (text: string) => void;
}

/** The number of a parameter, with what is wrong with it below. */
export function ParameterField({ parameter, label, mayEdit, onChange }: ParameterFieldProps) {
  const id = useId();
  const { text, unit, problem, isChanged, saved, min, max } = parameter;
  // A number that a regulation sets has one value.
  if (!mayEdit || min === max) return <strong className="figures">{formatParameter(saved, unit)}</strong>;
  return (
    <span className="parameter-field">
      <Input
        aria-label={label}
        aria-invalid={problem !== null}
        {...(problem !== null && { 'aria-describedby': id })}
        className={isChanged ? 'parameter-changed' : ''}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        {...(problem !== null && { status: 'error' as const })}
        {...(unit === 'USD' && { prefix: '$' })}
        {...(unit === 'days' && { suffix: 'days' })}
        {...(unit === 'ratio' && { suffix: '×' })}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem !== null && (
        <span id={id} className="field-problem">
          {problem}
        </span>
      )}
    </span>
  );
}
