import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Button, Input } from 'antd';
import { useId } from 'react';
import type { Column } from '../../components/tables/data-table.tsx';
import { type DraftParameter, formatFieldNumber, formatParameter, formatRange } from './policy-draft.ts';

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

interface ParameterColumnsProps {
  mayEdit: boolean;
  onChange: (parameter: DraftParameter, text: string) => void;
}

/** What is said of each number of a rule. */
export function parameterColumns({ mayEdit, onChange }: ParameterColumnsProps): Column<DraftParameter>[] {
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
        <ParameterField
          parameter={parameter}
          label={`${activityLabel(parameter.activityType)}: ${parameter.meaning}`}
          mayEdit={mayEdit}
          onChange={(text) => onChange(parameter, text)}
        />
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
      cell: (parameter) => <DefaultValue parameter={parameter} mayEdit={mayEdit} onChange={onChange} />,
    },
    {
      title: 'With sensitivity',
      numeric: true,
      cell: (parameter) => <EffectiveValue parameter={parameter} />,
    },
  ];
}

interface DefaultValueProps extends ParameterColumnsProps {
  parameter: DraftParameter;
}

/** The catalogue's number: marked where it is the value, else the way back to it. */
function DefaultValue({ parameter, mayEdit, onChange }: DefaultValueProps) {
  const { default: number, value, unit, activityType, meaning, saved, text } = parameter;
  if (value === number) return <span className="quiet">{formatParameter(number, unit)} in use</span>;
  if (!mayEdit) return formatParameter(number, unit);
  const name = `${activityLabel(activityType)}: ${meaning}`;
  return (
    <>
      <Button
        type="link"
        size="small"
        aria-label={`Use the default ${formatParameter(number, unit)} for ${name}`}
        onClick={() => onChange(parameter, formatFieldNumber(number))}
      >
        {formatParameter(number, unit)}
      </Button>
      {saved !== number && text !== formatFieldNumber(saved) && (
        <Button
          type="link"
          size="small"
          aria-label={`Use the saved ${formatParameter(saved, unit)} for ${name}`}
          onClick={() => onChange(parameter, formatFieldNumber(saved))}
        >
          saved {formatParameter(saved, unit)}
        </Button>
      )}
    </>
  );
}

/** What the rule runs with. */
function EffectiveValue({ parameter: { effective, value, unit } }: { parameter: DraftParameter }) {
  if (effective === null) return <span className="quiet">—</span>;
  const words = formatParameter(effective, unit);
  return effective === value ? <span className="quiet">{words}</span> : <strong>{words}</strong>;
}
