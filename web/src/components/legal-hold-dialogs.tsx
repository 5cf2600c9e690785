import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import {
  ACCOUNT_NUMBER_MAX_LENGTH,
  REASON_MAX_LENGTH,
  REFERENCE_MAX_LENGTH,
} from '@clearwatch/contracts/text-limits';
import { displayName } from '@clearwatch/domain/members/member-names';
import { Form, Input, Modal, Radio } from 'antd';
import { useId } from 'react';
import { LEGAL_HOLDS_KEY, placeHold, releaseHold } from '../api/legal-holds-api.ts';
import { useRestoreFocus } from '../lib/keyboard-focus.ts';
import { useChangeWithToast } from './use-change-with-toast.ts';

/** Whom or what a hold is on, as a person calls it. */
export function holdSubject({ accountNumber, member }: Pick<LegalHold, 'accountNumber' | 'member'>): string {
  if (accountNumber === null) return 'Everything';
  if (member === null) return 'Account without entries';
  const { firstName, lastName, company } = member;
  return displayName({ firstName, lastName, company, accountNumber });
}

/** A change of what is held, and with it of what the next purge takes. */
function useHoldChange(onDone: () => void) {
  return useChangeWithToast([LEGAL_HOLDS_KEY, ['/api/system/retention']], onDone);
}

interface PlaceHoldDialogProps {
  /** The account it is about; null: it is to be said in the dialog. */
  account: { number: string; name: string } | null;
  onClose: () => void;
}

interface HoldFormValues {
  scope: 'account' | 'everything';
  accountNumber?: string;
  reason: string;
  reference?: string;
}

/** Places a hold. It stays until the server has answered: nothing typed is lost to a refusal. */
export function PlaceHoldDialog({ account, onClose }: PlaceHoldDialogProps) {
  const formId = useId();
  const change = useHoldChange(onClose);
  useRestoreFocus(true);
  const [form] = Form.useForm<HoldFormValues>();
  const scope = Form.useWatch('scope', form);
  const submit = ({ scope: held, accountNumber = '', reason, reference = '' }: HoldFormValues): void => {
    const isAll = held === 'everything';
    change.mutate({
      call: () =>
        placeHold({
          accountNumber: isAll ? null : (account?.number ?? accountNumber.trim()),
          reason: reason.trim(),
          reference: reference.trim() || null,
        }),
      done: {
        title: 'Legal Hold Placed',
        description: isAll
          ? 'Nothing is removed until it is released.'
          : 'Nothing of the account is removed until it is released.',
      },
      failed: 'The legal hold could not be placed.',
    });
  };
  return (
    <Modal
      open
      title={account === null ? 'Place a legal hold' : `Place a legal hold on ${account.name}`}
      width={520}
      mask={{ closable: false }}
      onCancel={() => !change.isPending && onClose()}
      okText={change.isPending ? 'Placing...' : 'Place hold'}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: change.isPending }}
      cancelButtonProps={{ disabled: change.isPending }}
    >
      <Form<HoldFormValues>
        id={formId}
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={{ scope: 'account' }}
        onFinish={submit}
      >
        {account === null && (
          <Form.Item name="scope" label="What is held">
            <Radio.Group
              options={[
                { value: 'account', label: 'One account' },
                { value: 'everything', label: 'Everything' },
              ]}
            />
          </Form.Item>
        )}
        {account === null && scope !== 'everything' && (
          <Form.Item
            name="accountNumber"
            label="Account number"
            rules={[{ required: true, whitespace: true, message: 'Account number is required' }]}
          >
            <Input autoComplete="off" spellCheck={false} maxLength={ACCOUNT_NUMBER_MAX_LENGTH} />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label="Reason"
          rules={[{ required: true, whitespace: true, message: 'Reason is required' }]}
        >
          <Input.TextArea rows={3} maxLength={REASON_MAX_LENGTH} />
        </Form.Item>
        <Form.Item
          name="reference"
          label="Reference"
          extra="What the matter is called elsewhere: a docket, a letter. May be left empty."
        >
          <Input autoComplete="off" maxLength={REFERENCE_MAX_LENGTH} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

interface ReleaseHoldDialogProps {
  hold: LegalHold;
  onClose: () => void;
}

/** Ends a hold, with the reason. What is past its time leaves with the next purge. */
export function ReleaseHoldDialog({ hold, onClose }: ReleaseHoldDialogProps) {
  const formId = useId();
  const change = useHoldChange(onClose);
  useRestoreFocus(true);
  const submit = ({ reason }: { reason: string }): void =>
    change.mutate({
      call: () => releaseHold(hold.id, reason.trim()),
      done: {
        title: 'Legal Hold Released',
        description: `${holdSubject(hold)}: placed by ${hold.placedBy}.`,
      },
      failed: 'The legal hold could not be released.',
    });
  return (
    <Modal
      open
      title={`Release the legal hold on ${hold.accountNumber === null ? 'everything' : holdSubject(hold)}`}
      width={520}
      mask={{ closable: false }}
      onCancel={() => !change.isPending && onClose()}
      okText={change.isPending ? 'Releasing...' : 'Release hold'}
      okButtonProps={{ htmlType: 'submit', form: formId, danger: true, disabled: change.isPending }}
      cancelButtonProps={{ disabled: change.isPending }}
    >
      <p>
        What is past its time leaves with the next daily purge and cannot be brought back, unless another hold
        stands on it.
      </p>
      <Form id={formId} layout="vertical" requiredMark={false} validateTrigger="onSubmit" onFinish={submit}>
        <Form.Item
          name="reason"
          label="Reason for the release"
          rules={[{ required: true, whitespace: true, message: 'Reason is required' }]}
        >
          <Input.TextArea rows={3} maxLength={REASON_MAX_LENGTH} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
