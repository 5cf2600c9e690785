import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { getCurrentUser } from '../../../api/get-current-user.ts';
import { useNow } from '../../../clock/use-now.ts';
import { useDecideAlert } from '../../../review/use-decide-alert.ts';
import { useDecisionDraft } from '../../../review/use-decision-draft.ts';
import { AlertHistory } from './alert-history.tsx';
import { DecisionForm } from './decision-form.tsx';
import { EvidenceActs } from './evidence-acts.tsx';
import { Reviewed } from './reviewed.tsx';
import { SilenceRule } from './silence-rule.tsx';
import { useAssignment } from './use-assignment.ts';
import { holderOf, mayDecide } from './who-has-it.ts';
import { WhoWorks } from './who-works.tsx';

/** Who works on the alert, what was found or is being written, what was done before, and whether the rule is silent now. */
export function ReviewForm({ activity }: { activity: UnusualActivityDetail }) {
  const { data: me } = useQuery(getCurrentUser());
  const { value: draft, change: setDraft, forget: forgetDraft } = useDecisionDraft(activity.id);
  const review = useDecideAlert({ onKept: forgetDraft });
  const holder = holderOf(activity, { me: me?.id, now: useNow() });
  const assignment = useAssignment(activity, holder);
  const ground = useRef<HTMLElement>(null);
  useKeptFocus(ground, activity.reviewed);
  const isAdmin = me?.role === 'Admin';

  const save = (): void => {
    if (review.isPending) return;
    const note = draft.note.trim();
    const finding = { ...(draft.outcome && { outcome: draft.outcome }), ...(note !== '' && { note }) };
    const isSaid = draft.outcome !== null || note !== '';
    // What went wrong is said by a toast; what was written stays.
    review.mutate({ id: activity.id, ...(isSaid && { finding }) });
  };
  return (
    <>
      <section className="evidence-review" aria-label="Review" ref={ground} tabIndex={-1}>
        {activity.reviewed ? (
          <Reviewed activity={activity} unsaved={draft.note.trim()} onDiscard={forgetDraft} />
        ) : (
          <>
            <WhoWorks holder={holder} assignment={assignment} isAdmin={isAdmin} />
            <DecisionForm
              draft={draft}
              onChange={(changed) => {
                setDraft(changed);
                assignment.beginWork();
              }}
              onSave={save}
              isSaving={review.isPending}
              isLockedAway={!mayDecide(holder)}
              ground={ground}
            />
          </>
        )}
      </section>
      <EvidenceActs alertId={activity.id} />
      <AlertHistory activity={activity} />
      <SilenceRule activity={activity} isAdmin={isAdmin} />
    </>
  );
}

/** When the form gives way to what was decided, or comes back, the keyboard stays there. */
function useKeptFocus(ground: RefObject<HTMLElement | null>, reviewed: boolean): void {
  const before = useRef(reviewed);
  useEffect(() => {
    if (before.current === reviewed) return;
    before.current = reviewed;
    if (document.activeElement === document.body) ground.current?.focus();
  }, [ground, reviewed]);
}
