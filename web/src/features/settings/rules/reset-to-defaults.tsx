import { Button } from 'antd';
import { editsTowardsDefaults, hasEdits } from '../draft/policy-edits.ts';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';

/** Brings every number, switch and the sensitivity to the catalogue's; nothing is saved by it. */
export function ResetToDefaults({ editing: { base, resetToDefaults } }: { editing: PolicyDraft }) {
  return (
    <Button disabled={!hasEdits(editsTowardsDefaults(base))} onClick={resetToDefaults}>
      Reset all to default
    </Button>
  );
}
