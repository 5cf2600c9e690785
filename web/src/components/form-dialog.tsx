import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { Form, type FormProps, Input, Modal } from 'antd';
import { type ReactNode, useId } from 'react';

interface FormDialogProps<Values>
  extends Pick<FormProps<Values>, 'form' | 'className' | 'initialValues' | 'onValuesChange' | 'onFinish'> {
  title: string;
  /** Pixels. */
  width: number;
  /** The button that submits, and what it reads meanwhile. */
  verb: string;
  busyVerb: string;
  danger?: true;
  busy: boolean;
  onClose: () => void;
  /** Above the fields. */
  intro?: ReactNode;
  children: ReactNode;
}

/** A dialog around one form. It stays open until the server has answered, so that a refusal loses no text. */
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

/** The reason that an action asks for, as the field `reason` of a form. */
export function ReasonField({ label = 'Reason' }: { label?: string }) {
  return (
    <Form.Item name="reason" label={label} rules={requiredText('Reason')}>
      <Input.TextArea rows={3} maxLength={REASON_MAX_LENGTH} />
    </Form.Item>
  );
}

/** More than blanks. @param field as the message names it */
export function requiredText(field: string) {
  return [{ required: true, whitespace: true, message: `${field} is required` }];
}
