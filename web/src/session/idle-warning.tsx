import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { endSession, rememberIdleClock } from '../api/forget-session.ts';
import type { IdleClock } from '../api/session-clock.ts';
import { IdleWarningDialog } from './idle-warning-dialog.tsx';
import { SessionWatch } from './session-watch.ts';

/** Warns before the session idles out, and goes to sign-in when it has. Nothing to see meanwhile. */
export function IdleWarning() {
  const client = useQueryClient();
  const watch = useRef<SessionWatch>(null);
  const [warning, setWarning] = useState<IdleClock | null>(null);

  useEffect(() => {
    const begun = new SessionWatch({
      onClock: (clock) => rememberIdleClock(client, clock),
      onWarning: setWarning,
      onEnd: () => endSession(client),
    });
    watch.current = begun;
    return () => begun.stop();
  }, [client]);

  if (warning === null) return null;
  return <IdleWarningDialog clock={warning} onStay={async () => watch.current?.stay()} />;
}
