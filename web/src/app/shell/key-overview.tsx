import { Modal, Switch } from 'antd';
import { KeyCaps } from '../../keyboard/key-caps.tsx';
import { GO_TO, LEGENDS } from '../../keyboard/key-registry.ts';
import { useKeysEnabled } from '../../keyboard/use-keys-enabled.ts';
import type { Screen } from '../screens.ts';
import './key-overview.css';

interface KeyOverviewProps {
  screens: Screen[];
  onClose: () => void;
}

interface Line {
  keys: readonly string[];
  meaning: string;
}

/** All keys in one place, and the switch for single ones: speech input types letters too (WCAG 2.1.4). */
export default function KeyOverview({ screens, onClose }: KeyOverviewProps) {
  const [enabled, setEnabled] = useKeysEnabled();
  const goTo = screens.flatMap(({ label, jump }) =>
    jump === undefined ? [] : [{ keys: [GO_TO, jump.key], meaning: label }],
  );
  return (
    <Modal open title="Keys" width={760} footer={null} onCancel={onClose}>
      <div className="key-overview">
        <KeyGroup title="Go to, one key after the other" lines={goTo} />
        {LEGENDS.map(({ title, deeds }) => (
          <KeyGroup key={title} title={title} lines={deeds} />
        ))}
      </div>
      <p className="key-overview-switch">
        <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={setEnabled} />
        <span className="quiet">
          Single keys. They never mean anything while you type; turn them off if you dictate.
        </span>
      </p>
    </Modal>
  );
}

function KeyGroup({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ keys, meaning }) => (
          <div key={meaning}>
            <dt>{meaning}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
