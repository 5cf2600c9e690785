import { Button } from 'antd';
import { formatCounted } from '../../../formats/count.ts';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import type { Tryout } from '../tryout/use-tryout.ts';

interface DraftBarProps {
  editing: PolicyDraft;
  tryout: Tryout;
  onTryOut: () => void;
  onSave: () => void;
}

/** How much is not saved yet, and what can be done with it. In sight wherever the list is scrolled. */
export function DraftBar({ editing, tryout: { isStarting }, onTryOut, onSave }: DraftBarProps) {
  const { draft, newer, discard } = editing;
  const { changed, problems } = draft;
  return (
    <section className="draft-bar" aria-label="Unsaved changes">
      <output>
        <strong className="figures">{formatCounted(changed, 'unsaved change')}</strong>
        {problems > 0 && <span className="problem-mark">{problems} not allowed</span>}
        {newer !== null && <span className="problem-mark">Version {newer.version} was saved meanwhile</span>}
      </output>
      <Button onClick={discard}>Reset to saved</Button>
      <Button disabled={problems > 0 || isStarting} onClick={onTryOut}>
        {isStarting ? 'Starting...' : 'Try it out'}
      </Button>
      <Button type="primary" disabled={problems > 0 || newer !== null} onClick={onSave}>
        Save Settings
      </Button>
    </section>
  );
}
