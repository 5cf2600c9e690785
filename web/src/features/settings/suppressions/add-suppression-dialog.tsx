import { ACTIVITY_TYPES, type ActivityType } from '@clearwatch/contracts/alerts';
import type { SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import { ACCOUNT_NUMBER_MAX_LENGTH, REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Form, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { addSuppression } from '../../../api/suppressions.ts';
import { serverNow } from '../../../clock/server-now.ts';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { keepDraft, readDraft } from '../../../drafts/drafts.ts';
import { readStored, textIn } from '../../../drafts/use-draft.ts';
import { formatDay } from '../../../formats/dates.ts';
import { dayFromNow } from './suppression-state.ts';
import { useSuppressionChange } from './use-suppression-change.ts';

const RULES = ACTIVITY_TYPES.map((value: ActivityType) => ({ value, label: activityLabel(value) }));
/** The server takes a year; a quarter is soon enough to look again. */
const USUAL_MONTHS = 3;
const MOST_MONTHS = 12;

/** Silences one rule about one account. It stays until the server has answered: nothing typed is lost to a refusal. */
export function AddSuppressionDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const close = (): void => {
    keepDraft('suppression', null);
    onClose();
  };
  const change = useSuppressionChange(close);
  useFocusAround(true);
  const [now] = useState(() => new Date(serverNow()));
  const first = dayFromNow(now);
  const last = dayFromNow(now, MOST_MONTHS);
  const [initial] = useState(
    () => readStored(readDraft('suppression'), readEntered) ?? { until: dayFromNow(now, USUAL_MONTHS) },
  );
  const submit = (entered: SuppressRequest): void =>
    change.mutate({
      call: () =>
        addSuppression({
          accountNumber: entered.accountNumber.trim(),
          activityType: entered.activityType,
          until: entered.until,
          reason: entered.reason.trim(),
        }),
      done: {
        title: 'Suppression Added',
        description: `${activityLabel(entered.activityType)} keeps silent about the account until ${formatDay(entered.until)}.`,
      },
      failed: 'The suppression could not be added.',
    });
  return (
    <Modal
      open
      title="Add suppression"
      width={480}
      mask={{ closable: false }}
      onCancel={() => !change.isPending && close()}
      okText={change.isPending ? 'Adding...' : 'Add suppression'}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: change.isPending }}
      cancelButtonProps={{ disabled: change.isPending }}
    >
      <Form<SuppressRequest>
        id={formId}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={initial}
        onValuesChange={(_changed, entered) => keepDraft('suppression', JSON.stringify(entered))}
        onFinish={submit}
      >
        <Form.Item
          name="accountNumber"
          label="Account number"
          rules={[{ required: true, whitespace: true, message: 'Account number is required' }]}
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            maxLength={ACCOUNT_NUMBER_MAX_LENGTH}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this form
            autoFocus
          />
        </Form.Item>
        <Form.Item name="activityType" label="Rule" rules={[{ required: true, message: 'Rule is required' }]}>
          <Select options={RULES} showSearch={{ optionFilterProp: 'label' }} virtual={false} />
        </Form.Item>
        <Form.Item
          name="until"
          label="Silent until"
          extra="The last day of silence, within a year."
          rules={[
            { required: true, message: 'A day is required' },
            {
              validator: (_rule, day: string | undefined) =>
                !day || (day >= first && day <= last)
                  ? Promise.resolve()
                  : Promise.reject(new Error(`From ${formatDay(first)} to ${formatDay(last)}`)),
            },
          ]}
        >
          <Input type="date" min={first} max={last} />
        </Form.Item>
        <Form.Item
          name="reason"
          label="Reason"
          rules={[{ required: true, whitespace: true, message: 'Reason is required' }]}
        >
          <Input.TextArea rows={3} maxLength={REASON_MAX_LENGTH} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** What a reload brings back. */
function readEntered(stored: Readonly<Record<string, unknown>>): Partial<SuppressRequest> {
  const activityType = ACTIVITY_TYPES.find((type) => type === stored['activityType']);
  return {
    accountNumber: textIn(stored, 'accountNumber'),
    until: textIn(stored, 'until'),
    reason: textIn(stored, 'reason'),
    ...(activityType !== undefined && { activityType }),
  };
}
