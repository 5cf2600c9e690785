import { type ReactNode, useId } from 'react';

interface FieldAttributes {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
  status?: 'error';
}

interface SettingFieldProps {
  label: string;
  hint: string;
  problem?: string | undefined;
  children: (attributes: FieldAttributes) => ReactNode;
}

/** A field with its name, what it is for, and what is wrong with it. */
export function SettingField({ label, hint, problem, children }: SettingFieldProps) {
  const id = useId();
  const wordsId = `${id}-words`;
  const isWrong = problem !== undefined;
  return (
    <div className="setting-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': isWrong,
        'aria-describedby': wordsId,
        ...(isWrong && { status: 'error' as const }),
      })}
      <span id={wordsId} className={isWrong ? 'field-problem' : 'quiet'}>
        {problem ?? hint}
      </span>
    </div>
  );
}
