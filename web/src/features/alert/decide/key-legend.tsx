import { Switch } from 'antd';
import { useKeysEnabled } from '../../../keyboard/use-keys-enabled.ts';

const KEYS = [
  [['j', 'k'], 'next, previous'],
  [['r'], 'to the review'],
  [['1', '2', '3', '4'], 'choose the outcome'],
  [['Ctrl', 'Enter'], 'save'],
  [['?'], 'this legend'],
  [['Esc'], 'close'],
] as const;

/** Which keys work the alert. Single ones can be turned off: speech input types letters too (WCAG 2.1.4). */
export function AlertKeyLegend() {
  const [enabled, setEnabled] = useKeysEnabled();
  return (
    <section className="alert-keys" aria-label="Keys">
      {KEYS.map(([keys, meaning]) => (
        <span key={meaning} className="quiet">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {meaning}
        </span>
      ))}
      <span className="alert-keys-switch">
        <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={setEnabled} />
        <span className="quiet">Single keys</span>
      </span>
    </section>
  );
}
