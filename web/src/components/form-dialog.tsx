import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { Form, type FormProps, Input, Modal } from 'antd';
import { type ReactNode, useId } from 'react';

interface FormDialogProps<Values>
  extends Pick<FormProps<Values>, 'form' | 'className' | 'initialValues' | 'onValuesChange' | 'onFinish'> {
  title: string;
  width: number;
  verb: string;
  busyVerb: string;
  danger?: true;
  busy: boolean;
  onClose: () => void;
  intro?: ReactNode;
  children: ReactNode;
}

/** Stays open until the server responds, so that an error does not discard the input. */
export function FormDialog<Values>(props: FormDialogProps<Values>) {
  const { title, width, verb, busyVerb, danger = false, busy, onClose, intro, children, ...form } = props;
  const formId = useId();
  return (
    <Modal
      open
      title={title}
      width={width}
      mask={{ closable: false }}
      onCancel={() => !busy && onClose()}
      okText={busy ? busyVerb : verb}
      okButtonProps={{ htmlType: 'submit', form: formId, danger, disabled: busy }}
      cancelButtonProps={{ disabled: busy }}
    >
      {intro}
      <Form<Values> {...form} id={formId} layout="vertical" requiredMark={false} validateTrigger="onSubmit">
        {children}
      </Form>
    </Modal>
  );
}

export function ReasonField({ label = 'Reason' }: { label?: string }) {
  return (
    <Form.Item name="reason" label={label} rules={requiredText('Reason')}>
      <Input.TextArea rows={3} maxLength={REASON_MAX_LENGTH} />
    </Form.Item>
  );
}

export const requiredText = (field: string) => [{ required: true, whitespace: true, message: `${field} is required` }];
