import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { releaseHold } from '../api/legal-holds.ts';
import { useFocusAround } from '../dialogs/use-focus-around.ts';
import { heldName } from './held-words.ts';
import { useHoldChange } from './use-hold-change.ts';

interface ReleaseHoldDialogProps {
  hold: LegalHold;
  onClose: () => void;
}

/** Ends a hold, with the reason. What is past its time leaves with the next purge. */
export function ReleaseHoldDialog({ hold, onClose }: ReleaseHoldDialogProps) {
  const formId = useId();
  const change = useHoldChange(onClose);
  useFocusAround(true);
  const submit = ({ reason }: { reason: string }): void =>
    change.mutate({
      call: () => releaseHold(hold.id, reason.trim()),
      done: { title: 'Legal Hold Released', description: `${heldName(hold)}: placed by ${hold.placedBy}.` },
      failed: 'The legal hold could not be released.',
    });
  return (
    <Modal
      open
      title={`Release the legal hold on ${hold.accountNumber === null ? 'everything' : heldName(hold)}`}
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
