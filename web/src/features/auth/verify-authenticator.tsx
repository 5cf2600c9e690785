import type { VerifyTwoFactorResponse } from '@clearwatch/contracts/sign-in.dto';
import { TOTP_DIGITS } from '@clearwatch/contracts/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../api/describe-error.ts';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { AuthCard } from './auth-card.tsx';
import { AuthenticatorSecret } from './authenticator-secret.tsx';
import { OneTimeCodeField } from './one-time-code-field.tsx';
import { signIn } from './sign-in.ts';

interface VerifyAuthenticatorProps {
  onVerified: (answer: VerifyTwoFactorResponse) => void;
}

export function VerifyAuthenticator({ onVerified }: VerifyAuthenticatorProps) {
  const [code, setCode] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const setup = useQuery({
    queryKey: ['/api/auth/setup-2fa'],
    queryFn: ({ signal }) => signIn.setUpTwoFactor(signal),
    // The secret is forgotten as soon as the screen is left.
    gcTime: 0,
  });
  const verify = useMutation({
    mutationFn: signIn.verifyTwoFactor,
    meta: { signsIn: true },
    onSuccess: onVerified,
    onError: () => {
      setCode('');
      setRefusals((count) => count + 1);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.length === TOTP_DIGITS) verify.mutate(code);
    else setTooShort(true);
  };

  return (
    <AuthCard
      title="Set Up Two-Factor Authentication"
      hint="Protect your account with an authenticator app."
      width="wide"
    >
      <Alert
        type="error"
        showIcon
        role="note"
        title="Two-factor setup is mandatory. You cannot proceed without it."
      />
      <div className="auth-setup">
        <ol className="auth-steps">
          <li>Install an authenticator app on your phone.</li>
          <li>Scan the QR code with the app, or type the key.</li>
          <li>Enter the 6-digit code the app shows.</li>
        </ol>
        <div className="auth-setup-secret">
          {setup.isPending && <SkeletonLines lines={1} height={320} />}
          {setup.isError && (
            <Alert
              type="error"
              showIcon
              role="alert"
              title={describeError(setup.error, 'Failed to initialize two-factor authentication')}
              action={<Button onClick={() => void setup.refetch()}>Try again</Button>}
            />
          )}
          {setup.data && <AuthenticatorSecret setup={setup.data} />}
        </div>
        <div className="auth-setup-code">
          {verify.isError && (
            <Alert
              type="error"
              showIcon
              role="alert"
              title={describeError(verify.error, 'Invalid verification code')}
            />
          )}
          <form onSubmit={submit} noValidate>
            <OneTimeCodeField
              // A fresh field after each refusal: it takes the focus that the disabled one has lost.
              key={refusals}
              label="Verification code"
              value={code}
              onChange={(entered) => {
                setTooShort(false);
                setCode(entered);
              }}
              onComplete={() => undefined}
              disabled={verify.isPending}
              error={tooShort ? 'Code must be 6 digits' : undefined}
            />
            <Button
              type="primary"
              htmlType="submit"
              size="large"
              block
              disabled={verify.isPending || !setup.isSuccess}
            >
              {verify.isPending ? 'Verifying...' : 'Verify & Complete Setup'}
            </Button>
          </form>
        </div>
      </div>
    </AuthCard>
  );
}
