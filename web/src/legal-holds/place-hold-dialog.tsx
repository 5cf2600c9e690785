import {
  ACCOUNT_NUMBER_MAX_LENGTH,
  REASON_MAX_LENGTH,
  REFERENCE_MAX_LENGTH,
} from '@clearwatch/contracts/text-limits';
import { Form, Input, Modal, Radio } from 'antd';
import { useId } from 'react';
import { placeHold } from '../api/legal-holds.ts';
import { useFocusAround } from '../dialogs/use-focus-around.ts';
import { useHoldChange } from './use-hold-change.ts';

interface PlaceHoldDialogProps {
  /** The account it is about; null: it is to be said in the dialog. */
  account: { number: string; name: string } | null;
  onClose: () => void;
}

interface Entered {
  scope: 'account' | 'everything';
  accountNumber?: string;
  reason: string;
  reference?: string;
}

/** Places a hold. It stays until the server has answered: nothing typed is lost to a refusal. */
export function PlaceHoldDialog({ account, onClose }: PlaceHoldDialogProps) {
  const formId = useId();
  const change = useHoldChange(onClose);
  useFocusAround(true);
  const [form] = Form.useForm<Entered>();
  const scope = Form.useWatch('scope', form);
  const submit = ({ scope: held, accountNumber = '', reason, reference = '' }: Entered): void => {
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
      <Form<Entered>
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
