import { CheckCircleFilled } from '@ant-design/icons';
import type { CurrentUser, VerifyTwoFactorResponse } from '@clearwatch/contracts/sign-in.dto';
import { useEffect, useState } from 'react';
import { AuthCard } from './auth-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { VerifyAuthenticator } from './verify-authenticator.tsx';

/** Spec section 9: how long "Setup Complete!" stands before the application opens. */
const CONTINUE_AFTER_MS = 2_000;

type Stage = { at: 'verify' } | { at: 'codes' | 'complete'; verified: VerifyTwoFactorResponse };

interface SetupTwoFactorScreenProps {
  /** Called at the very end: from then on the gate knows the user and opens the application. */
  onDone: (user: CurrentUser) => void;
}

/** Mandatory set-up: scan, confirm with a code, keep the recovery codes, go on. */
export default function SetupTwoFactorScreen({ onDone }: SetupTwoFactorScreenProps) {
  const [stage, setStage] = useState<Stage>({ at: 'verify' });

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
