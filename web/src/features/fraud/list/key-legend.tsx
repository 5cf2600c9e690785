import { Switch } from 'antd';

interface KeyLegendProps {
  enabled: boolean;
  onToggle: (enabled: boolean) => void;
}

const KEYS = [
  ['j', 'k', 'next, previous'],
  ['Enter', null, 'open'],
  ['r', null, 'review'],
  ['x', null, 'select'],
] as const;

/** Which keys work the list. They can be turned off: speech input types letters too (WCAG 2.1.4). */
export function KeyLegend({ enabled, onToggle }: KeyLegendProps) {
  return (
    <p className="key-legend">
      <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={onToggle} />
      <span className="quiet">Keys</span>
      {enabled &&
        KEYS.map(([key, other, meaning]) => (
          <span key={key} className="quiet">
            <kbd>{key}</kbd>
            {other !== null && <kbd>{other}</kbd>} {meaning}
          </span>
        ))}
    </p>
  );
}
