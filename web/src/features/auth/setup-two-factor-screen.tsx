import { CheckCircleFilled, CheckOutlined, CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import type {
  CurrentUser,
  SetupTwoFactorResponse,
  VerifyTwoFactorResponse,
} from '@clearwatch/contracts/sign-in.dto';
import { TOTP_DIGITS } from '@clearwatch/contracts/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type FormEvent, useEffect, useState } from 'react';
import { describeError } from '../../api/error-messages.ts';
import { signInRequests } from '../../api/session-api.ts';
import { SkeletonLines } from '../../components/panel.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { serverUrl } from '../../lib/page-meta.ts';
import { AuthCard } from './auth-card.tsx';
import { OneTimeCodeField } from './one-time-code-field.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
}

function CopyButton({ text, label }: CopyButtonProps) {
  const { copied, copy } = useCopy(text);
  return (
    <Button
      icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}

/**
 * The QR code, falling back from the data URL to the image on the server to a sentence; the key as text in any case. Spec
 * section 8 advises to refresh the page, but another set-up would make the key that was just typed worthless.
 */
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
          role="alert"
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
        <code>{groupSecret(setup.secret)}</code>
        <CopyButton text={setup.secret} label="Copy key" />
      </div>
    </>
  );
}

/** Four characters at a time, as authenticator apps show keys. */
function groupSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

interface RecoveryCodesProps {
  codes: string[];
  onContinue: () => void;
}

/** Shown once: the server keeps only hashes of them. */
function RecoveryCodes({ codes, onContinue }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <AuthCard
      title="Save your recovery codes"
      hint="Each code signs you in once if your phone is gone. Keep them somewhere safe, away from this computer."
    >
      <Alert type="warning" showIcon role="note" title="These codes are shown only now." />
      <ol className="auth-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="auth-actions">
        <CopyButton text={text} label="Copy codes" />
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => downloadCodes(text)}>
          Download
        </Button>
      </div>
      <Button type="primary" size="large" block onClick={onContinue}>
        Continue
      </Button>
    </AuthCard>
  );
}

function downloadCodes(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'clearwatch-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}

interface VerifyAuthenticatorProps {
  onVerified: (answer: VerifyTwoFactorResponse) => void;
}

function VerifyAuthenticator({ onVerified }: VerifyAuthenticatorProps) {
  const [code, setCode] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const setup = useQuery({
    queryKey: ['/api/auth/setup-2fa'],
    queryFn: ({ signal }) => signInRequests.setUpTwoFactor(signal),
    // The secret is forgotten as soon as the screen is left.
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

/** Spec section 9: how long "Setup Complete!" stands before the application opens. */
const CONTINUE_AFTER_MS = 2_000;

type SetupStage = { at: 'verify' } | { at: 'codes' | 'complete'; verified: VerifyTwoFactorResponse };

interface SetupTwoFactorScreenProps {
  /** Called at the very end: from then on the gate knows the user and opens the application. */
  onDone: (user: CurrentUser) => void;
}

/** Mandatory set-up: scan, confirm with a code, keep the recovery codes, go on. */
export default function SetupTwoFactorScreen({ onDone }: SetupTwoFactorScreenProps) {
  const [stage, setStage] = useState<SetupStage>({ at: 'verify' });

  if (stage.at === 'verify') {
    return (
      <VerifyAuthenticator
        onVerified={(verified) =>
          setStage({ at: verified.recoveryCodes.length > 0 ? 'codes' : 'complete', verified })
        }
      />
    );
  }
  const { user, recoveryCodes } = stage.verified;
  if (stage.at === 'complete') return <SetupComplete onContinue={() => onDone(user)} />;
  return (
    <RecoveryCodes
      codes={recoveryCodes}
      onContinue={() => setStage({ at: 'complete', verified: stage.verified })}
    />
  );
}

function SetupComplete({ onContinue }: { onContinue: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onContinue, CONTINUE_AFTER_MS);
    return () => clearTimeout(timer);
    // The first `onContinue` is as good as any later one: restarting the clock at every render would never end.
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
