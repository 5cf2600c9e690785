import { Modal, Switch } from 'antd';
import { KeyCaps } from '../../components/key-caps.tsx';
import { GO_TO_KEY, type KeyAction, SHORTCUT_LEGENDS, useShortcutsEnabled } from '../../lib/keyboard-shortcuts.ts';
import type { Screen } from '../screens.ts';

export default function ShortcutOverview({ screens, onClose }: { screens: Screen[]; onClose: () => void }) {
  const [enabled, setEnabled] = useShortcutsEnabled();
  const goTo = screens.flatMap(({ label, jump }) =>
    jump === undefined ? [] : [{ keys: [GO_TO_KEY, jump.key], meaning: label }],
  );
  return (
    <Modal open title="Keyboard shortcuts" width={760} footer={null} onCancel={onClose}>
      <div className="key-overview">
        <ShortcutGroup title="Go to (press the keys one after the other)" lines={goTo} />
        {SHORTCUT_LEGENDS.map(({ title, actions }) => (
          <ShortcutGroup key={title} title={title} lines={actions} />
        ))}
      </div>
      <p className="key-overview-switch">
        <Switch size="small" aria-label="Keyboard shortcuts" checked={enabled} onChange={setEnabled} />
        <span className="quiet">
          Single-key shortcuts. They do nothing while you type in a field. Turn them off if you use speech input.
        </span>
      </p>
    </Modal>
  );
}

function ShortcutGroup({ title, lines }: { title: string; lines: readonly KeyAction[] }) {
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
