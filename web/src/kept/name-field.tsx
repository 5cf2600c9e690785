import { SAVED_NAME_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { Form, Input } from 'antd';
import { type ComponentRef, useEffect, useRef } from 'react';

/** The name that something is kept under: the first field of a dialog that is little else, and takes the keyboard there. */
export function NameField({ extra }: { extra?: string | undefined }) {
  const field = useRef<ComponentRef<typeof Input>>(null);
  // Not earlier: the dialog looks first where the keyboard was, to give it back.
  useEffect(() => field.current?.focus(), []);
  return (
    <Form.Item
      name="name"
      label="Name"
      rules={[{ required: true, whitespace: true, message: 'Name is required' }]}
      extra={extra}
    >
      <Input ref={field} autoComplete="off" maxLength={SAVED_NAME_MAX_LENGTH} />
    </Form.Item>
  );
}
