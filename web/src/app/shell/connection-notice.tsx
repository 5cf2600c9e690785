import { DisconnectOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenToServerEvents } from '../../api/event-stream.ts';
import { checkSession } from '../../api/forget-session.ts';
import { OutdatedReads } from '../../api/outdated-reads.ts';
import { applyServerEvent, refresh, refreshAll } from '../../api/server-events.ts';
import { useOnline } from './use-online.ts';

/** The first failure is any hiccup, or the session that goes on under a new id after a change of the password. */
const TROUBLE_FROM_ATTEMPT = 2;

/** Keeps the open screen up to date from the event stream, and says so while it cannot. */
export function ConnectionNotice() {
  const client = useQueryClient();
  const [lost, setLost] = useState(false);
  const isOnline = useOnline();

  useEffect(() => {
    let missed = false;
    const outdated = new OutdatedReads((keys) => void refresh(client, keys));
    const catchUp = async (): Promise<void> => {
      // The stream also comes back in the name of whoever another tab has signed in.
      await checkSession(client);
      await refreshAll(client);
    };
    const hangUp = listenToServerEvents({
      onEvent: (event) => void applyServerEvent(client, event, (keys) => outdated.add(keys)),
      onOpen: () => {
        setLost(false);
        if (missed) void catchUp();
        missed = false;
      },
      onBroken: (attempt) => {
        missed = true;
        if (attempt < TROUBLE_FROM_ATTEMPT) return;
        setLost(true);
        // The server ends the stream with the session; a stream that does not come back at once may mean that.
        void checkSession(client);
      },
    });
    return () => {
      hangUp();
      outdated.stop();
    };
  }, [client]);

  return (
    <output className="connection-notice-place">
      {(lost || !isOnline) && (
        <span className="connection-notice">
          <DisconnectOutlined aria-hidden />{' '}
          {isOnline
            ? 'Live updates are interrupted. Figures may be out of date; reconnecting by itself.'
            : 'This computer is offline. Figures may be out of date, and nothing can be saved; what you write is kept. It goes on by itself when the connection is back.'}
        </span>
      )}
    </output>
  );
}
