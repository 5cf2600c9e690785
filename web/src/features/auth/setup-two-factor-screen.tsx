import { CheckCircleFilled, DownloadOutlined } from '@ant-design/icons';
import type { CurrentUser, SetupTwoFactorResponse, VerifyTwoFactorResponse } from '@clearwatch/contracts/sign-in.dto';
import { TOTP_DIGITS } from '@clearwatch/contracts/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type FormEvent, useEffect, useState } from 'react';
import { describeError } from '../../api/error-messages.ts';
import { signInRequests } from '../../api/session-api.ts';
import { OneTimeCodeField } from '../../components/code-fields.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorAlert } from '../../components/error-notices.tsx';
import { saveFile } from '../../components/file-download.ts';
import { SkeletonLines } from '../../components/panel.tsx';
import { serverUrl } from '../../lib/page-meta.ts';
import { AuthCard } from './auth-card.tsx';

/** Spec section 8 advises a reload, but that would replace a key that the user may have typed. */
function AuthenticatorSecret({ setup }: { setup: SetupTwoFactorResponse }) {
  const images = [setup.qrCodeUrl, serverUrl(setup.qrCodeImageUrl)];
  const [failures, setFailures] = useState(0);
  const image = images[failures];

  return (
    <>
      {image === undefined ? (
        <Alert
          type="error"
          showIcon
          title="Failed to load QR code."
          description={
            <>
              <p>Type the key below into your authenticator app instead.</p>
              <Button onClick={() => setFailures(0)}>Try again</Button>
            </>
          }
        />
      ) : (
        <div className="auth-qr">
          <img
            key={image}
            src={image}
            alt="QR code for your authenticator app"
            onError={() => setFailures((count) => count + 1)}
          />
        </div>
      )}
      <span className="quiet">Cannot scan it? Type this key into the app:</span>
      <div className="auth-secret">
        {/* In groups of four, as authenticator apps show keys. */}
        <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={setup.secret} label="Copy key" />
      </div>
    </>
  );
}

/** Shown once: the server stores only hashes. */
function RecoveryCodes({ codes, onContinue }: { codes: string[]; onContinue: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <AuthCard
      title="Save your recovery codes"
      hint="Each code lets you sign in once without your phone. Keep the codes somewhere safe, away from this computer."
    >
      <Alert type="warning" showIcon role="note" title="These codes are shown only once." />
      <ol className="auth-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="auth-actions">
        <CopyButton text={text} label="Copy codes" />
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'clearwatch-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <Button type="primary" size="large" block onClick={onContinue}>
        Continue
      </Button>
    </AuthCard>
  );
}

function VerifyAuthenticator({ onVerified }: { onVerified: (answer: VerifyTwoFactorResponse) => void }) {
  const [code, setCode] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const setup = useQuery({
    queryKey: ['/api/auth/setup-2fa'],
    queryFn: ({ signal }) => signInRequests.setUpTwoFactor(signal),
    // Drops the secret when the user leaves the screen.
    gcTime: 0,
  });
  const verify = useMutation({
    mutationFn: signInRequests.verifyTwoFactor,
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
      <Alert type="error" showIcon role="note" title="Two-factor setup is mandatory. You cannot proceed without it." />
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
              title={describeError(setup.error, 'Failed to initialize two-factor authentication')}
              action={<Button onClick={() => void setup.refetch()}>Try again</Button>}
            />
          )}
          {setup.data && <AuthenticatorSecret setup={setup.data} />}
        </div>
        <div className="auth-setup-code">
          {verify.isError && <ErrorAlert error={verify.error} fallback="Invalid verification code" />}
          <form onSubmit={submit} noValidate>
            <OneTimeCodeField
              // A disabled field loses the focus, so each failure creates a new field that takes the focus.
              key={refusals}
              label="Verification code"
              value={code}
              onChange={(entered) => {
                setTooShort(false);
                setCode(entered);
              }}
              disabled={verify.isPending}
              error={tooShort ? 'Code must be 6 digits' : undefined}
            />
            <Button type="primary" htmlType="submit" size="large" block disabled={verify.isPending || !setup.isSuccess}>
              {verify.isPending ? 'Verifying...' : 'Verify & Complete Setup'}
            </Button>
          </form>
        </div>
      </div>
    </AuthCard>
  );
}

export default function SetupTwoFactorScreen({ onDone }: { onDone: (user: CurrentUser) => void }) {
  const [verified, setVerified] = useState<VerifyTwoFactorResponse | null>(null);
  const [hasSavedCodes, setHasSavedCodes] = useState(false);
  if (verified === null) return <VerifyAuthenticator onVerified={setVerified} />;
  const { user, recoveryCodes } = verified;
  return recoveryCodes.length === 0 || hasSavedCodes ? (
    <SetupComplete onContinue={() => onDone(user)} />
  ) : (
    <RecoveryCodes codes={recoveryCodes} onContinue={() => setHasSavedCodes(true)} />
  );
}

/** Spec section 9. */
const CONTINUE_AFTER_MS = 2_000;

function SetupComplete({ onContinue }: { onContinue: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onContinue, CONTINUE_AFTER_MS);
    return () => clearTimeout(timer);
    // A dependency on `onContinue` would restart the timer on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <AuthCard
      title="Setup Complete!"
      hint="Two-factor authentication is enabled for your account. Opening the dashboard."
    >
      <CheckCircleFilled className="auth-done-icon" aria-hidden />
    </AuthCard>
  );
}
