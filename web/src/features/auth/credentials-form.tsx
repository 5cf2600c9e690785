import type { LoginRequest } from '@clearwatch/contracts/sign-in.dto';
import { Button, Form, Input } from 'antd';

interface CredentialsFormProps {
  initial: LoginRequest;
  busy: boolean;
  onSubmit: (credentials: LoginRequest) => void;
}

export function CredentialsForm({ initial, busy, onSubmit }: CredentialsFormProps) {
  return (
    <Form<LoginRequest> layout="vertical" requiredMark={false} initialValues={initial} onFinish={onSubmit}>
      <Form.Item
        name="username"
        label="Username"
        rules={[{ required: true, message: 'Username is required' }]}
        validateTrigger="onSubmit"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- signing in is all this page is for */}
        <Input autoComplete="username" autoFocus autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label="Password"
        rules={[{ required: true, message: 'Password is required' }]}
        validateTrigger="onSubmit"
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block disabled={busy}>
        {busy ? 'Signing In...' : 'Sign In'}
      </Button>
    </Form>
  );
}
