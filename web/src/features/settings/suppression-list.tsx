import { PlusOutlined } from '@ant-design/icons';
import { ACTIVITY_TYPES, type ActivityType } from '@clearwatch/contracts/alerts';
import type { Suppression, SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import { ACCOUNT_NUMBER_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { addSuppression, liftSuppression, listSuppressionPage, SUPPRESSIONS_KEY } from '../../api/suppressions-api.ts';
import { ConfirmChangeDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog, ReasonField, requiredText } from '../../components/form-dialog.tsx';
import { PanelEmpty, TableSkeleton } from '../../components/panel.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, TwoLines } from '../../components/tables/data-table.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { useChangeWithToast } from '../../components/use-change-with-toast.ts';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { parseDraft, readDraft, readDraftText, storeDraft } from '../../lib/form-drafts.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useUrlDialog, useUrlPage } from '../../lib/use-url-state.ts';

/** @param today ISO date */
export function suppressionState(
  { until, liftedAt }: Pick<Suppression, 'until' | 'liftedAt'>,
  today: string,
): 'active' | 'expired' | 'ended' {
  if (liftedAt !== null) return 'ended';
  return until.slice(0, 10) < today ? 'expired' : 'active';
}

/** ISO date `months` from now in the user's local time zone. */
export function isoDayFromNow(now: Date, months = 0): string {
  const last = new Date(now.getFullYear(), now.getMonth() + months + 1, 0).getDate();
  const day = new Date(now.getFullYear(), now.getMonth() + months, Math.min(now.getDate(), last));
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const RULE_OPTIONS = ACTIVITY_TYPES.map((value: ActivityType) => ({ value, label: activityLabel(value) }));
const DEFAULT_MONTHS = 3;
/** Same limit as on the server. */
const MAX_MONTHS = 12;

function AddSuppressionDialog({ onClose }: { onClose: () => void }) {
  const close = (): void => {
    storeDraft('suppression', null);
    onClose();
  };
  const change = useChangeWithToast([SUPPRESSIONS_KEY], close);
  useRestoreFocus(true);
  const [now] = useState(() => new Date(serverNow()));
  const first = isoDayFromNow(now);
  const last = isoDayFromNow(now, MAX_MONTHS);
  const [initial] = useState(
    () => parseDraft(readDraft('suppression'), parseStoredEntry) ?? { until: isoDayFromNow(now, DEFAULT_MONTHS) },
  );
  const submit = ({ accountNumber, activityType, until, reason }: SuppressRequest): void =>
    change.mutate({
      call: () =>
        addSuppression({
          accountNumber: accountNumber.trim(),
          activityType,
          until,
          reason: reason.trim(),
        }),
      done: {
        title: 'Suppression Added',
        description: `${activityLabel(activityType)} raises no alerts for this account through ${formatDay(until)}.`,
      },
      failed: 'The suppression could not be added.',
    });
  return (
    <FormDialog<SuppressRequest>
      title="Add suppression"
      width={480}
      verb="Add suppression"
      busyVerb="Adding..."
      busy={change.isPending}
      initialValues={initial}
      onValuesChange={(_changed, entered) => storeDraft('suppression', JSON.stringify(entered))}
      onFinish={submit}
      onClose={close}
    >
      <Form.Item name="accountNumber" label="Account number" rules={requiredText('Account number')}>
        <Input
          autoComplete="off"
          spellCheck={false}
          maxLength={ACCOUNT_NUMBER_MAX_LENGTH}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this form
          autoFocus
        />
      </Form.Item>
      <Form.Item name="activityType" label="Rule" rules={[{ required: true, message: 'Rule is required' }]}>
        <Select options={RULE_OPTIONS} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item
        name="until"
        label="Last day"
        extra="Up to one year from today."
        rules={[
          { required: true, message: 'Last day is required' },
          {
            validator: (_rule, day: string | undefined) =>
              !day || (day >= first && day <= last)
                ? Promise.resolve()
                : Promise.reject(new Error(`Enter a day from ${formatDay(first)} to ${formatDay(last)}`)),
          },
        ]}
      >
        <Input type="date" min={first} max={last} />
      </Form.Item>
      <ReasonField />
    </FormDialog>
  );
}

function parseStoredEntry(stored: Readonly<Record<string, unknown>>): Partial<SuppressRequest> {
  const activityType = ACTIVITY_TYPES.find((type) => type === stored['activityType']);
  return {
    accountNumber: readDraftText(stored, 'accountNumber'),
    until: readDraftText(stored, 'until'),
    reason: readDraftText(stored, 'reason'),
    ...(activityType !== undefined && { activityType }),
  };
}

function EndSuppressionDialog({ suppression, onClose }: { suppression: Suppression; onClose: () => void }) {
  const { id, activityType, memberName, accountNumber } = suppression;
  const label = activityLabel(activityType);
  return (
    <ConfirmChangeDialog
      question={{
        title: 'End suppression',
        text: `${label} will raise alerts for ${memberName} (${maskAccount(accountNumber)}) again, starting with the next analysis.`,
        verb: 'End',
        busyVerb: 'Ending...',
      }}
      change={{
        call: () => liftSuppression(id),
        done: { title: 'Suppression Ended', description: `${label} raises alerts for ${memberName} again.` },
        failed: 'The suppression could not be ended.',
      }}
      outdated={[SUPPRESSIONS_KEY]}
      onClose={onClose}
    />
  );
}

/** @param onEnd null for users who may not end suppressions */
function suppressionColumns(onEnd: ((suppression: Suppression) => void) | null): Column<Suppression>[] {
  const today = isoDayFromNow(new Date(serverNow()));
  const columns: Column<Suppression>[] = [
    { title: 'Rule', cell: ({ activityType }) => activityLabel(activityType) },
    {
      title: 'Account',
      cell: ({ memberName, accountNumber }) => (
        <TwoLines text={memberName} note={<span className="figures">{maskAccount(accountNumber)}</span>} />
      ),
    },
    { title: 'Reason', cell: ({ reason }) => <span className="reason-words">{reason}</span> },
    {
      title: 'By',
      cell: ({ createdBy, createdAt }) => <TwoLines text={createdBy} note={formatDateTime(createdAt)} />,
    },
    { title: 'Last day', cell: ({ until }) => <span className="figures">{formatDay(until)}</span> },
    { title: 'Status', cell: (suppression) => formatSuppressionState(suppression, today) },
  ];
  if (onEnd === null) return columns;
  columns.push({
    title: 'Actions',
    cell: (suppression) =>
      suppressionState(suppression, today) === 'active' && (
        <Button
          size="small"
          aria-label={`End the ${activityLabel(suppression.activityType)} suppression for ${suppression.memberName}`}
          onClick={() => onEnd(suppression)}
        >
          End
        </Button>
      ),
  });
  return columns;
}

function formatSuppressionState(suppression: Suppression, today: string) {
  const state = suppressionState(suppression, today);
  if (state === 'active') return <strong>Active</strong>;
  if (state === 'expired') return <span className="quiet">Expired</span>;
  const { liftedAt, liftedBy } = suppression;
  return (
    <span className="quiet">
      Ended by {liftedBy ?? 'an unknown user'} on {formatDateTime(liftedAt ?? '')}
    </span>
  );
}

const PAGE_SIZE = 50;

export function SuppressionList({ mayEdit }: { mayEdit: boolean }) {
  const paging = useUrlPage(PAGE_SIZE, 'suppressions');
  const adding = useUrlDialog('add-suppression');
  const [ending, setEnding] = useState<Suppression | null>(null);
  const columns = useColumnChoice('suppressions', suppressionColumns(mayEdit ? setEnding : null));
  const suppressions = useQuery(listSuppressionPage(paging));
  return (
    <>
      <div className="suppressions-head">
        <p className="quiet">
          A suppressed rule raises no alerts for the account through the last day. Existing alerts do not change.
        </p>
        <span className="suppressions-acts">
          {(suppressions.data?.total ?? 0) > 0 && columns.chooser}
          {mayEdit && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={adding.open}>
              Add suppression
            </Button>
          )}
        </span>
      </div>
      <PagedList
        caption="Suppressions"
        query={suppressions}
        columns={columns.shown}
        rowKey={({ id }) => id}
        {...paging}
        skeleton={<TableSkeleton lines={4} height={36} />}
        failed="The suppressions could not be loaded."
        empty={<PanelEmpty text="No suppressions." />}
      />
      {mayEdit && adding.isOpen && <AddSuppressionDialog onClose={adding.close} />}
      {ending !== null && <EndSuppressionDialog suppression={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
