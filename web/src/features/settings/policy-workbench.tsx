import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { useState } from 'react';
import { useDialogInAddress } from '../../addresses/use-dialog-in-address.ts';
import { Panel } from '../../panels/panel.tsx';
import { bodyOf } from './draft/draft-policy.ts';
import { usePolicyDraft } from './draft/use-policy-draft.ts';
import { PolicyFacts } from './policy-facts.tsx';
import { PolicyTabs } from './policy-tabs.tsx';
import { ResetToDefaults } from './rules/reset-to-defaults.tsx';
import { ShortForm } from './rules/short-form.tsx';
import { NewerPolicy } from './saving/newer-policy.tsx';
import { SaveDialog } from './saving/save-dialog.tsx';
import { SavedHint } from './saving/saved-hint.tsx';
import { TryOutButton } from './tryout/try-out-button.tsx';
import { TryoutPanel } from './tryout/tryout-panel.tsx';
import { useTryout } from './tryout/use-tryout.ts';
import { useReportUnsaved } from './unsaved/unsaved-sections.tsx';

interface PolicyWorkbenchProps {
  inForce: DetectionPolicyView;
  mayEdit: boolean;
}

/** The policy in force with what is being changed of it: short form, rules, try-out, saving, versions, silences. */
export function PolicyWorkbench({ inForce, mayEdit }: PolicyWorkbenchProps) {
  const editing = usePolicyDraft(inForce);
  const tryout = useTryout();
  const saving = useDialogInAddress('save-policy');
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const body = bodyOf(editing.draft);
  const { changed, problems } = editing.draft;
  useReportUnsaved(
    'detection',
    mayEdit && editing.isEdited
      ? {
          what: 'detection policy',
          changes: changed,
          problems,
          hindrance: editing.newer === null ? null : `Version ${editing.newer.version} was saved meanwhile`,
          discard: editing.discard,
          save: { ask: saving.open },
          actions: (
            <TryOutButton
              tryout={tryout}
              isAllowed={problems === 0}
              onTryOut={() => body !== null && tryout.start(body)}
            />
          ),
        }
      : null,
  );
  return (
    <>
      {savedVersion !== null && <SavedHint version={savedVersion} onClose={() => setSavedVersion(null)} />}
      {editing.newer !== null && <NewerPolicy editing={editing} newer={editing.newer} />}
      <Panel
        title="Detection policy"
        badges={<PolicyFacts policy={editing.base} mayEdit={mayEdit} />}
        actions={mayEdit && <ResetToDefaults editing={editing} />}
      >
        <ShortForm editing={editing} mayEdit={mayEdit} />
      </Panel>
      {tryout.begun !== null && <TryoutPanel tryout={tryout} current={body} />}
      <PolicyTabs editing={editing} mayEdit={mayEdit} />
      {mayEdit && saving.isOpen && editing.isEdited && body !== null && (
        <SaveDialog
          editing={editing}
          body={body}
          tryout={tryout}
          onClose={saving.close}
          onSaved={(version) => {
            setSavedVersion(version);
            // It was compared with what is no longer in force.
            tryout.close();
          }}
        />
      )}
    </>
  );
}
