import './components.css';
import { InfoCircleOutlined } from '@ant-design/icons';
import { type DefinedMetric, METRIC_DEFINITIONS } from '@clearwatch/domain/metric-definitions';
import { Popover } from 'antd';
import { useState } from 'react';
import { formatDay } from '../lib/date-format.ts';

export function DefinitionInfo({ figure }: { figure: DefinedMetric }) {
  const [open, setOpen] = useState(false);
  const { label, meaning, formula } = METRIC_DEFINITIONS[figure];
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={['hover', 'focus']}
      placement="top"
      content={
        <span className="definition">
          <strong>{label}</strong>
          <span>{meaning}</span>
          {formula.split('\n').map((line) => (
            <span key={line} className="quiet">
              {line}
            </span>
          ))}
        </span>
      }
    >
      <button
        type="button"
        className="definition-button"
        aria-label={`What ${label} means`}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        <InfoCircleOutlined aria-hidden />
      </button>
    </Popover>
  );
}

export function AsOf({ day }: { day: string | null }) {
  return (
    <p className="as-of-day">
      {day === null ? 'No dated entries in the ledger' : `As of ${formatDay(day)}`}
      <DefinitionInfo figure="asOf" />
    </p>
  );
}
