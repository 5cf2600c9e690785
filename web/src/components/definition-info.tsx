import './components.css';
import { InfoCircleOutlined } from '@ant-design/icons';
import { type DefinedMetric, METRIC_DEFINITIONS } from '@clearwatch/domain/metric-definitions';
import { Popover } from 'antd';
import { useState } from 'react';

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
