import { Switch } from 'antd';
import { KeyLines } from '../../../keyboard/key-lines.tsx';
import { ALERT_LEGEND } from '../../../keyboard/key-registry.ts';
import { useKeysEnabled } from '../../../keyboard/use-keys-enabled.ts';

/** Which keys work the alert. Single ones can be turned off: speech input types letters too (WCAG 2.1.4). */
export function AlertKeyLegend() {
  const [enabled, setEnabled] = useKeysEnabled();
  return (
    <section className="alert-keys" aria-label="Keys">
      <KeyLines deeds={ALERT_LEGEND.deeds} />
      <span className="alert-keys-switch">
        <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={setEnabled} />
        <span className="quiet">Single keys</span>
      </span>
    </section>
  );
}
