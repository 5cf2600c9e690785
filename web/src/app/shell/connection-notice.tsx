import { DisconnectOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenToServerEvents } from '../../api/event-stream.ts';
import { applyServerEvent, refreshAll } from '../../api/server-events.ts';

/** Keeps the open screen up to date from the event stream, and says so while it cannot. */
export function ConnectionNotice() {
  const client = useQueryClient();
  const [lost, setLost] = useState(false);

  useEffect(() => {
    let missed = false;
    return listenToServerEvents({
      onEvent: (event) => void applyServerEvent(client, event),
      onConnection: (connected) => {
        setLost(!connected);
        if (connected && missed) void refreshAll(client);
        missed = !connected;
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
