import { CheckCircleFilled } from '@ant-design/icons';
import type { VerifyTwoFactorResponse } from '@clearwatch/contracts/http/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CURRENT_USER_KEY } from '../../api/get-current-user.ts';
import { AuthCard } from './auth-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { VerifyAuthenticator } from './verify-authenticator.tsx';

/** Spec section 9: how long "Setup Complete!" stands before the application opens. */
const CONTINUE_AFTER_MS = 2_000;

type Stage = { at: 'verify' } | { at: 'codes'; verified: VerifyTwoFactorResponse } | { at: 'complete' };

interface SetupTwoFactorScreenProps {
  onDone: () => void;
}

/** Mandatory set-up: scan, confirm with a code, keep the recovery codes, go on. */
export default function SetupTwoFactorScreen({ onDone }: SetupTwoFactorScreenProps) {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'verify' });

  if (stage.at === 'codes') {
    return (
      <RecoveryCodes codes={stage.verified.recoveryCodes} onContinue={() => setStage({ at: 'complete' })} />
    );
  }
  if (stage.at === 'complete') return <SetupComplete onDone={onDone} />;
  return (
    <VerifyAuthenticator
      onVerified={(verified) => {
        setStage(verified.recoveryCodes.length > 0 ? { at: 'codes', verified } : { at: 'complete' });
        client.setQueryData(CURRENT_USER_KEY, verified.user);
      }}
    />
  );
}

function SetupComplete({ onDone }: SetupTwoFactorScreenProps) {
  useEffect(() => {
    const timer = setTimeout(onDone, CONTINUE_AFTER_MS);
    return () => clearTimeout(timer);
    // The first `onDone` is as good as any later one: restarting the clock at every render would never end.
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
