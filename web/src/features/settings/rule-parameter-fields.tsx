import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Button, Input } from 'antd';
import { useId } from 'react';
import type { Column } from '../../components/tables/data-table.tsx';
import { type DraftParameter, formatParameter, formatRange, type PolicyEditing } from './policy-draft.ts';

interface ParameterFieldProps {
  editing: PolicyEditing;
  parameter: DraftParameter;
  label: string;
}

export function ParameterField({ editing, parameter, label }: ParameterFieldProps) {
  const id = useId();
  const { activityType, name, text, unit, problem, isChanged, saved, min, max } = parameter;
  // A number that a regulation sets has one value.
  if (!editing.mayEdit || min === max)
    return <strong className="figures">{formatParameter(saved, unit)}</strong>;
  return (
    <span className="parameter-field">
      <Input
        aria-label={label}
        aria-invalid={problem !== null}
        {...(problem !== null && { status: 'error', 'aria-describedby': id })}
        className={isChanged ? 'parameter-changed' : ''}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        {...(unit === 'USD' && { prefix: '$' })}
        {...(unit === 'days' && { suffix: 'days' })}
        {...(unit === 'ratio' && { suffix: '×' })}
        value={text}
        onChange={({ target }) => editing.setNumber(activityType, name, target.value)}
      />
      {problem !== null && (
        <span id={id} className="field-problem">
          {problem}
        </span>
      )}
    </span>
  );
}

export function parameterColumns(editing: PolicyEditing): Column<DraftParameter>[] {
  return [
    {
      title: 'Number',
      cell: ({ meaning, name, isChanged }) => (
        <>
          {meaning}
          {isChanged && <span className="changed-mark">changed</span>}
          <span className="parameter-name quiet">{name}</span>
        </>
      ),
    },
    {
      title: 'Value',
      cell: (parameter) => (
        <ParameterField editing={editing} parameter={parameter} label={parameterLabel(parameter)} />
      ),
    },
    {
      title: 'Allowed',
      numeric: true,
      cell: (parameter) => (parameter.min === parameter.max ? 'Fixed' : formatRange(parameter)),
    },
    {
      title: 'Default',
      numeric: true,
      cell: (parameter) => <DefaultValue editing={editing} parameter={parameter} />,
    },
    {
      title: 'With sensitivity',
      numeric: true,
      cell: ({ effective, value, unit }) => {
        if (effective === null) return <span className="quiet">—</span>;
        const text = formatParameter(effective, unit);
        return effective === value ? <span className="quiet">{text}</span> : <strong>{text}</strong>;
      },
    },
  ];
}

function parameterLabel({ activityType, meaning }: DraftParameter): string {
  return `${activityLabel(activityType)}: ${meaning}`;
}

function DefaultValue({ editing, parameter }: Omit<ParameterFieldProps, 'label'>) {
  const { default: standard, value, unit, activityType, name, saved, text } = parameter;
  if (value === standard) return <span className="quiet">{formatParameter(standard, unit)} in use</span>;
  if (!editing.mayEdit) return formatParameter(standard, unit);
  const button = (which: 'default' | 'saved', number: number) => (
    <Button
      type="link"
      size="small"
      aria-label={`Use the ${which} ${formatParameter(number, unit)} for ${parameterLabel(parameter)}`}
      onClick={() => editing.setNumber(activityType, name, String(number))}
    >
      {which === 'saved' && 'saved '}
      {formatParameter(number, unit)}
    </Button>
  );
  return (
    <>
      {button('default', standard)}
      {saved !== standard && text !== String(saved) && button('saved', saved)}
    </>
  );
}
