import type { SystemStatus } from '@clearwatch/contracts/system-status.dto';
import { Alert } from 'antd';

/** What is wrong, each with what helps; or that nothing is. */
export function SystemTroubles({ system: { state, troubles } }: { system: SystemStatus }) {
  return (
    <output className="system-troubles">
      {troubles.length === 0 && <Alert type="success" showIcon title="Everything answers." />}
      {troubles.map(({ what, action }) => (
        <Alert
          key={what}
          type={state === 'down' ? 'error' : 'warning'}
          showIcon
          title={what}
          description={action}
        />
      ))}
    </output>
  );
}
