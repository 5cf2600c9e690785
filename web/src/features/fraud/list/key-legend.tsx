import { Switch } from 'antd';
import { KeyLines } from '../../../keyboard/key-lines.tsx';
import { ALERT_CARDS_LEGEND } from '../../../keyboard/key-registry.ts';

interface KeyLegendProps {
  enabled: boolean;
  onToggle: (enabled: boolean) => void;
}

/** Which keys work the list. They can be turned off: speech input types letters too (WCAG 2.1.4). */
export function KeyLegend({ enabled, onToggle }: KeyLegendProps) {
  return (
    <p className="key-legend">
      <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={onToggle} />
      <span className="quiet">Keys</span>
      {enabled && <KeyLines deeds={ALERT_CARDS_LEGEND.deeds} />}
    </p>
  );
}
