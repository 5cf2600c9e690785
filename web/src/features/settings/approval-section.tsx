import { APPROVAL_HOURS, CHOSEN_APPROVALS, type ChosenApproval } from '@clearwatch/contracts/approvals';
import type { ApprovalDecision, ApprovalRequest, SecuritySettings } from '@clearwatch/contracts/approvals.dto';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { isPostponed } from '../../api/api-client.ts';
import {
  APPROVALS_KEY,
  approve,
  getSecuritySettings,
  listApprovals,
  reject,
  SECURITY_SETTINGS_KEY,
  saveSecuritySettings,
} from '../../api/approvals-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { ActivationCodeDialog } from '../../components/activation-code-dialog.tsx';
import { Panel, PanelEmpty, QueryStates } from '../../components/panel.tsx';
import { type Column, TwoLines } from '../../components/tables/data-table.tsx';
import { QueryTable } from '../../components/tables/paged-list.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { APPROVAL_LABELS, APPROVAL_STATE_LABELS } from '../../lib/admin-action-labels.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { useReportUnsaved } from './section-drafts.tsx';

function ApprovalForm({ saved }: { saved: SecuritySettings }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly ChosenApproval[] | null>(null);
  const shown = chosen ?? saved.approvals;
  const changes = CHOSEN_APPROVALS.filter((kind) => shown.includes(kind) !== saved.approvals.includes(kind)).length;
  const save = async (): Promise<void> => {
    try {
      const body = { approvals: CHOSEN_APPROVALS.filter((kind) => shown.includes(kind)), basedOn: saved.version };
      client.setQueryData(getSecuritySettings().queryKey, await saveSecuritySettings(body));
      setChosen(null);
    } catch (error) {
      if (isPostponed(error)) setChosen(null);
      throw error;
    } finally {
      await refreshQueries(client, [SECURITY_SETTINGS_KEY, APPROVALS_KEY]);
    }
  };
  useReportUnsaved(
    'security',
    changes === 0
      ? null
      : {
          what: 'approval settings',
          changes,
          problems: 0,
          blocker: null,
          discard: () => setChosen(null),
          save: { now: save },
        },
  );
  return (
    <>
      <p>
        The chosen actions wait until a second admin approves them with a new code, for {APPROVAL_HOURS} hours at most.
        Both admins are recorded. While any action is chosen, changing this setting needs approval too, and new users
        start with the role User.
      </p>
      <fieldset className="approval-kinds">
        <legend className="visually-hidden">Actions that need a second admin</legend>
        {CHOSEN_APPROVALS.map((kind) => (
          <Checkbox
            key={kind}
            checked={shown.includes(kind)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...shown, kind] : shown.filter((other) => other !== kind))
            }
          >
            {APPROVAL_LABELS[kind]}
          </Checkbox>
        ))}
      </fieldset>
      {saved.savedBy !== null && saved.savedAt !== null && (
        <p className="quiet">
          Last changed by {saved.savedBy} on {formatDateTime(saved.savedAt)}.
        </p>
      )}
    </>
  );
}

type Decide = (request: ApprovalRequest, verb: 'approve' | 'reject') => void;

function approvalColumns(
  user: CurrentUser,
  { decide, busy }: { decide: Decide; busy: boolean },
): Column<ApprovalRequest>[] {
  return [
    {
      title: 'Action',
      cell: (request) => <TwoLines text={APPROVAL_LABELS[request.kind]} note={describeRequest(request)} />,
    },
    {
      title: 'Requested by',
      cell: ({ requestedBy, requestedAt }) => <TwoLines text={requestedBy} note={formatDateTime(requestedAt)} />,
    },
    {
      title: 'Status',
      cell: (request) => <TwoLines text={APPROVAL_STATE_LABELS[request.state]} note={describeState(request)} />,
    },
    {
      title: 'Decision',
      cell: (request) => {
        if (request.state !== 'pending') return null;
        const what = `${APPROVAL_LABELS[request.kind]}, requested by ${request.requestedBy}`;
        const isOwn = request.requestedById === user.id;
        return (
          <span className="approval-buttons">
            {!isOwn && (
              <Button
                size="small"
                type="primary"
                disabled={busy}
                aria-label={`Approve: ${what}`}
                onClick={() => decide(request, 'approve')}
              >
                Approve
              </Button>
            )}
            <Button
              size="small"
              disabled={busy}
              aria-label={`${isOwn ? 'Withdraw' : 'Reject'}: ${what}`}
              onClick={() => decide(request, 'reject')}
            >
              {isOwn ? 'Withdraw' : 'Reject'}
            </Button>
          </span>
        );
      },
    },
  ];
}

const MAX_BODY_LENGTH = 600;

/** The approver must see what will be sent. */
function describeRequest({ action, subject, body }: ApprovalRequest) {
  const content = body === null ? '' : JSON.stringify(body);
  return (
    <span className="approval-request">
      {subject !== null && `User ${subject} · `}
      {action}
      {content !== '' && content !== '{}' && (
        <code>{content.length > MAX_BODY_LENGTH ? `${content.slice(0, MAX_BODY_LENGTH)}…` : content}</code>
      )}
    </span>
  );
}

function describeState({ state, expiresAt, decidedBy, decidedAt, failure }: ApprovalRequest): string {
  if (state === 'pending') return `Until ${formatDateTime(expiresAt)}`;
  const by = decidedBy === null || decidedAt === null ? '' : `By ${decidedBy}, ${formatDateTime(decidedAt)}`;
  return [by, failure ?? ''].filter((part) => part !== '').join(' · ');
}

function ApprovalList({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const requests = useQuery(listApprovals());
  const [reset, setReset] = useState<{ code: string; username: string } | null>(null);
  const decision = useMutation({
    mutationFn: ({ request, verb }: { request: ApprovalRequest; verb: 'approve' | 'reject' }) =>
      verb === 'approve' ? approve(request.id) : reject(request.id),
    onMutate: () => toasts.clear(),
    onSuccess: (decided: ApprovalRequest | ApprovalDecision) => {
      const { state, failure, subject } = decided;
      if (failure !== null) toasts.failure({ title: 'Action Failed', description: failure });
      else toasts.success({ title: APPROVAL_STATE_LABELS[state], description: `${APPROVAL_LABELS[decided.kind]}.` });
      const code = 'activationCode' in decided ? decided.activationCode : null;
      if (code !== null) setReset({ code, username: subject ?? 'the user' });
    },
    onError: (error) => toasts.failed('Error', error, 'The request could not be decided.'),
    // An approved action may change anything.
    onSettled: () => client.invalidateQueries(),
  });
  const decide: Decide = (request, verb) => decision.mutate({ request, verb });
  return (
    <>
      <QueryTable
        query={requests}
        failed="The approval requests could not be loaded."
        empty={<PanelEmpty text="No action has needed approval yet." />}
        caption="Approval requests"
        columns={approvalColumns(user, { decide, busy: decision.isPending })}
        rowKey={({ id }) => id}
      />
      {reset !== null && <ActivationCodeDialog {...reset} onClose={() => setReset(null)} />}
    </>
  );
}

/** For admins. */
export function ApprovalSection({ user }: { user: CurrentUser }) {
  const settings = useQuery(getSecuritySettings());
  return (
    <>
      <Panel title="Two-person approval">
        <QueryStates query={settings} lines={5} failed="The approval settings could not be loaded.">
          {(saved) => <ApprovalForm saved={saved} />}
        </QueryStates>
      </Panel>
      <Panel title="Approval requests" flush>
        <ApprovalList user={user} />
      </Panel>
    </>
  );
}
