import { DisconnectOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenToServerEvents } from '../../api/event-stream.ts';
import { checkSession } from '../../api/forget-session.ts';
import { applyServerEvent, refreshAll } from '../../api/server-events.ts';

/** The first failure is any hiccup, or the session that goes on under a new id after a change of the password. */
const TROUBLE_FROM_ATTEMPT = 2;

/** Keeps the open screen up to date from the event stream, and says so while it cannot. */
export function ConnectionNotice() {
  const client = useQueryClient();
  const [lost, setLost] = useState(false);

  useEffect(() => {
    let missed = false;
    return listenToServerEvents({
      onEvent: (event) => void applyServerEvent(client, event),
      onOpen: () => {
        setLost(false);
        if (missed) void refreshAll(client);
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
  }, [client]);

  return (
    <output className="connection-notice-place">
      {lost && (
        <span className="connection-notice">
          <DisconnectOutlined aria-hidden /> Live updates are interrupted. Figures may be out of date;
          reconnecting by itself.
        </span>
      )}
    </output>
  );
}
