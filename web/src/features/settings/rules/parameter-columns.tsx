import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Button } from 'antd';
import type { Column } from '../../../tables/data-table.tsx';
import type { DraftParameter } from '../draft/draft-policy.ts';
import { fieldText, formatParameter, rangeWords } from '../draft/number-text.ts';
import { ParameterField } from './parameter-field.tsx';

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
      cell: (parameter) => (parameter.min === parameter.max ? 'Fixed' : rangeWords(parameter)),
    },
    {
      title: 'Default',
      numeric: true,
      cell: (parameter) => <Default parameter={parameter} mayEdit={mayEdit} onChange={onChange} />,
    },
    { title: 'With sensitivity', numeric: true, cell: (parameter) => <Effective parameter={parameter} /> },
  ];
}

interface DefaultProps extends ParameterColumnsProps {
  parameter: DraftParameter;
}

/** The catalogue's number: marked where it is the value, else the way back to it. */
function Default({ parameter, mayEdit, onChange }: DefaultProps) {
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
        onClick={() => onChange(parameter, fieldText(number))}
      >
        {formatParameter(number, unit)}
      </Button>
      {saved !== number && text !== fieldText(saved) && (
        <Button
          type="link"
          size="small"
          aria-label={`Use the saved ${formatParameter(saved, unit)} for ${name}`}
          onClick={() => onChange(parameter, fieldText(saved))}
        >
          saved {formatParameter(saved, unit)}
        </Button>
      )}
    </>
  );
}

/** What the rule runs with. */
function Effective({ parameter: { effective, value, unit } }: { parameter: DraftParameter }) {
  if (effective === null) return <span className="quiet">—</span>;
  const words = formatParameter(effective, unit);
  return effective === value ? <span className="quiet">{words}</span> : <strong>{words}</strong>;
}
